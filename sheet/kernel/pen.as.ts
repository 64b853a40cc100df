// The pen: HarfBuzz calls these with the outline of one letter, for which it needs functions of WASM.
// Each stroke becomes a record of seven f32 (kind, up to three points) in memory that the host laid
// out:
//
//   page ─►  count u32 │ most u32 │ record 0 │ record 1 │ …
//
// A letter of more strokes than there is room for traps.

const HEAD: usize = 8
const RECORD: usize = 28

/** Returns the first byte of memory free for the host. */
export function heapBase(): usize {
  return __heap_base
}

export function moveTo(pens: usize, page: usize, state: usize, x: f32, y: f32, more: usize): void {
  put(page, 0, x, y, 0, 0, 0, 0)
}

export function lineTo(pens: usize, page: usize, state: usize, x: f32, y: f32, more: usize): void {
  put(page, 1, x, y, 0, 0, 0, 0)
}

export function quadraticTo(
  pens: usize,
  page: usize,
  state: usize,
  cx: f32,
  cy: f32,
  x: f32,
  y: f32,
  more: usize,
): void {
  put(page, 2, cx, cy, x, y, 0, 0)
}

export function cubicTo(
  pens: usize,
  page: usize,
  state: usize,
  ax: f32,
  ay: f32,
  bx: f32,
  by: f32,
  x: f32,
  y: f32,
  more: usize,
): void {
  put(page, 3, ax, ay, bx, by, x, y)
}

export function close(pens: usize, page: usize, state: usize, more: usize): void {
  put(page, 4, 0, 0, 0, 0, 0, 0)
}

function put(page: usize, kind: f32, a: f32, b: f32, c: f32, d: f32, e: f32, f: f32): void {
  const count = load<u32>(page)
  if (count >= load<u32>(page, 4)) unreachable()
  const at = page + HEAD + <usize>count * RECORD
  store<f32>(at, kind)
  store<f32>(at, a, 4)
  store<f32>(at, b, 8)
  store<f32>(at, c, 12)
  store<f32>(at, d, 16)
  store<f32>(at, e, 20)
  store<f32>(at, f, 24)
  store<u32>(page, count + 1)
}
