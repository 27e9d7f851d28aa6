"""Display controllers, as they behave at their bus; written from their data sheets alone.

Every module has the model of the controller it is named after. It is given what a driver sends,
and tells what the glass shows.
"""
