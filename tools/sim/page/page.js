// The page of the simulator: shows the picture and the record, sends keys and power.

const byId = (id) => document.getElementById(id);
const canvas = byId("display");
const keys = new Map([...document.querySelectorAll(".key")].map((key) => [key.dataset.key, key]));

const TYPED = {
  ArrowUp: "UP",
  ArrowDown: "DOWN",
  ArrowRight: "OK",
  ArrowLeft: "BACK",
  Enter: "OK",
  Escape: "BACK",
  Backspace: "BACK",
};
const LIT = "#d3ecff";
const RETRY_MS = 700;
// A key gives its second code after 600 ms; the line and bouncing take their time too.
const SECOND_MS = 800;
const FIRST_MS = 100;

const known = {
  light: 0,
  record: "",
  runtime: "",
  power: false,
  speed: null, // a Pico's is 1; null where that is not to be compared
  late: false,
  problem: "",
  output: "",
};
let size = [128, 64];
let standsFor = {}; // a key that the board has not: the one that is held for it
let depth = 1;
let frame = new Uint8Array(1024);
let socket = null;

// The line

function connect() {
  socket = new WebSocket(`ws://${location.host}/socket`);
  socket.binaryType = "arraybuffer";
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") hear(JSON.parse(data));
    else {
      frame = new Uint8Array(data);
      paint();
    }
  };
  socket.onclose = () => {
    socket = null;
    lift();
    show();
    setTimeout(connect, RETRY_MS);
  };
}

function say(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function hear(news) {
  if (news.board !== undefined) {
    size = news.size;
    depth = news.depth;
    canvas.style.aspectRatio = size.join(" / ");
    byId("module").dataset.display = depth === 1 ? "oled" : "lcd";
    byId("module").style.setProperty("--width", size[0]);
    byId("module").style.setProperty("--height", size[1]);
    byId("board").textContent = news.board;
    document.title = `Biriba Companion — ${news.board}`;
    standsFor = news.held;
    const held = Object.entries(standsFor);
    for (const [name, key] of keys) {
      key.hidden = !news.keys.includes(name);
      const second = held.filter(([, real]) => real === name).map(([other]) => `, hold: ${other}`);
      key.querySelector(".name").textContent = name + second.join("");
    }
    byId("two").hidden = !held.length;
    byId("held").textContent = whatHeldKeysDo();
    byId("wires").innerHTML = news.wires.map((wire) => `<span>${wire}</span>`).join("");
  }
  for (const name of Object.keys(known)) if (name in news) known[name] = news[name];
  show();
}

// The picture

function paint() {
  if (depth === 1) paintLit();
  else paintColours();
}

// Enlarged sharply to no less than what is shown, the rest is the browser's to smooth.
function sharpScale(width) {
  return Math.max(1, Math.ceil((canvas.clientWidth * devicePixelRatio) / width));
}

function paintColours() {
  const [width, height] = size;
  if (frame.length !== width * height * 3) return;
  const picture = new ImageData(width, height);
  for (let at = 0, to = 0; at < frame.length; to += 4) {
    for (let i = 0; i < 3; i++) picture.data[to + i] = frame[at++];
    picture.data[to + 3] = 255;
  }
  const small = new OffscreenCanvas(width, height);
  small.getContext("2d").putImageData(picture, 0, 0);
  const scale = sharpScale(width);
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext("2d");
  pen.imageSmoothingEnabled = false;
  pen.drawImage(small, 0, 0, canvas.width, canvas.height);
  // To the eye half the light is far more than half as bright.
  canvas.style.opacity = Math.cbrt(known.light);
}

function paintLit() {
  const [width, height] = size;
  const scale = sharpScale(width);
  if (canvas.width !== width * scale) {
    canvas.width = width * scale;
    canvas.height = height * scale;
  }
  const pen = canvas.getContext("2d");
  // Unlit stays clear, so that only what is lit glows.
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = LIT;
  // The gap between the pixels of an OLED: a hint of it where pixels are large, or inverted letters
  // cannot be read.
  const dot = scale > 5 ? scale * 0.95 : scale;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (frame[at >> 3] & (0x80 >> (at & 7))) pen.fillRect(x * scale, y * scale, dot, dot);
    }
  }
}

// Words

function whatHeldKeysDo() {
  const two = Object.values(standsFor);
  const repeating = ["UP", "DOWN"].filter((name) => !two.includes(name));
  const does = [`${repeating.join(" and ")} repeat${repeating.length > 1 ? "" : "s"}`];
  if (!two.includes("OK")) does.push("OK ends what is being entered");
  return `Held, ${does.join(", ")}, BACK goes to the table.`;
}

function state() {
  if (!socket || socket.readyState !== WebSocket.OPEN) {
    return ["lost", "No connection to the simulator; trying again …"];
  }
  if (known.problem && !known.power) return ["problem", "The firmware has ended"];
  if (!known.power) return ["off", "The power is off"];
  if (!known.runtime) return ["waiting", "Starting …"];
  const speed = known.speed === null ? "" : `, at ${known.speed}x a Pico's speed`;
  return ["on", `Running on ${known.runtime}${speed}`];
}

function show() {
  const [name, words] = state();
  const line = byId("state");
  line.dataset.state = name;
  if (line.textContent !== words) line.textContent = words;
  const there = name !== "lost";
  for (const key of keys.values()) key.disabled = !there;
  const power = byId("power");
  power.disabled = !there;
  power.textContent = known.power ? "Cut the power" : "Switch on";
  byId("dark").hidden = known.power || Boolean(known.problem);
  const pace = byId("pace");
  pace.hidden = known.speed === null || !known.power;
  pace.classList.toggle("late", known.late);
  const problem = byId("problem");
  problem.hidden = !known.problem;
  problem.textContent = known.problem;
  const printed = byId("printed");
  printed.hidden = !known.output;
  if (known.problem && !known.power) printed.open = true;
  byId("output").textContent = known.output;
  showRecord();
  paint();
}

function showRecord() {
  const record = byId("record");
  const text = known.record;
  byId("empty").hidden = Boolean(text);
  record.hidden = !text;
  byId("copy").disabled = byId("download").disabled = !text;
  if (record.textContent === text) return;
  const atEnd = record.scrollHeight - record.scrollTop - record.clientHeight < 40;
  record.textContent = text;
  const lines = text.split("\n").length - 1;
  byId("lines").textContent = lines === 1 ? "1 line" : `${lines} lines`;
  if (atEnd) record.scrollTop = record.scrollHeight;
}

// Keys: each is down as long as a pointer or a typed key holds it. Where one is two, what is typed
// is down for as long as the one that is meant takes.

const since = new Map();
const holders = new Map([...keys.keys()].map((name) => [name, new Set()]));

function hold(name, holder) {
  const held = holders.get(name);
  if (held.has(holder)) return;
  held.add(holder);
  if (held.size > 1) return;
  const real = standsFor[name] ?? name;
  since.set(name, performance.now());
  keys.get(real).classList.add("down");
  say({ key: real, down: true });
}

function release(name, holder) {
  const held = holders.get(name);
  if (!held.has(holder)) return;
  const real = standsFor[name] ?? name;
  const early = real === name ? 0 : since.get(name) + SECOND_MS - performance.now();
  if (early > 0) {
    setTimeout(() => release(name, holder), early);
    return;
  }
  held.delete(holder);
  if (held.size) return;
  keys.get(real).classList.remove("down");
  say({ key: real, down: false });
}

function lift() {
  for (const [name, held] of holders) for (const holder of [...held]) release(name, holder);
}

for (const [name, key] of keys) {
  key.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    key.setPointerCapture(event.pointerId);
    hold(name, event.pointerId);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    key.addEventListener(end, (event) => release(name, event.pointerId));
  }
  key.addEventListener("contextmenu", (event) => event.preventDefault());
  // Reached with Tab, the space bar presses it.
  key.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    hold(name, "space");
  });
  key.addEventListener("keyup", (event) => {
    if (event.key === " ") release(name, "space");
  });
  key.addEventListener("blur", () => release(name, "space"));
}

addEventListener("keydown", (event) => {
  const name = TYPED[event.key];
  if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
  // Enter on another button is that button's; arrows in the record scroll it.
  if (event.key === "Enter" && event.target.closest?.(".plain, summary")) return;
  if (event.key.startsWith("Arrow") && event.target.id === "record") return;
  event.preventDefault();
  if (event.repeat) return;
  hold(name, event.code);
  const two = Object.values(standsFor).includes(name);
  if (two) setTimeout(() => release(name, event.code), FIRST_MS);
});
addEventListener("keyup", (event) => {
  for (const name of holders.keys()) release(name, event.code);
});
addEventListener("blur", lift);
document.addEventListener("visibilitychange", () => document.hidden && lift());

// Buttons

byId("power").addEventListener("click", (event) => {
  say({ power: !known.power });
  event.currentTarget.blur();
});

byId("copy").addEventListener("click", async ({ currentTarget: button }) => {
  await navigator.clipboard.writeText(known.record);
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 1500);
  button.blur();
});

byId("download").addEventListener("click", ({ currentTarget: button }) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([known.record], { type: "text/plain" }));
  link.download = "match.biriba";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
  button.blur();
});

new ResizeObserver(paint).observe(canvas);
matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", paint);
connect();
