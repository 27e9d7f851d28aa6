"""The screens, a module each; they are imported when they are opened."""
