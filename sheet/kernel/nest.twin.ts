/**
 * Readable twin of the layout kernel's nesting (_nest-*.as.ts): the same moves from plain loops. It
 * makes every table straight from its definition. The kernel turns and mirrors one table into
 * sixteen, or keeps windows of it.
 */

type TwinShape = {
  /** The width in steps. */
  width: number
  height: number
  /** Bitmap rows as pairs [from, to). */
  rows: readonly Int32Array[]
  xMin: number
  xMax: number
  yMin: number
  yMax: number
  startPx: number
  endPx: number
}

type TwinItem = { x: number; y: number; shape: number; isPlaced: boolean; turns: readonly number[] }

export type TwinSearch = {
  shapes: readonly TwinShape[]
  items: TwinItem[]
  coarse: number
  fineShift: number
  stepPx: number
  seed: number
  codes: Uint8Array
  weights: bigint[][]
  floors: bigint[][]
  /** The items that each hangs together with, and the rule of it. */
  ties?: { rule: TwinTieRule; of: readonly (readonly number[])[] }
  /** The rows of each item: its frame ends at `endFrom` or after, and begins at `startTo` or before. */
  limits?: readonly { endFrom: number; startTo: number }[]
}

type TwinTieRule = { slack: number; neck: number; step: number; base: number; reach: number }

type Place = { x: number; y: number; shape: number; loss: bigint }

const candidates = 4
const reachCells = 3
const mostRounds = 4
const mostWeight = 1n << 26n
const far = 20_000
const tables = new WeakMap<TwinSearch, Map<string, Uint8Array>>()

/** Returns the depth of shape `t` at (x, y) in shape `s` at (xs, ys), as the kernel's byte. */
export function depthOf(
  search: TwinSearch,
  s: number,
  xs: number,
  ys: number,
  t: number,
  x: number,
  y: number,
) {
  const [a, b] = [search.shapes[s], search.shapes[t]]
  const column = x - xs + b.width - 1
  const row = y - ys + b.height - 1
  const width = a.width + b.width - 1
  if (column < 0 || row < 0 || column >= width || row >= a.height + b.height - 1) return 0
  const made = tables.get(search) ?? new Map<string, Uint8Array>()
  tables.set(search, made)
  const known = made.get(`${s} ${t}`) ?? tableOf(search, a, b)
  made.set(`${s} ${t}`, known)
  return known[row * width + column]
}

// Computes which displacements collide, then the 5-7 chamfer distance to the nearest one that does
// not. Displacements outside the table are free.
function tableOf({ fineShift, codes }: TwinSearch, a: TwinShape, b: TwinShape): Uint8Array {
  const width = a.width + b.width - 1
  const height = a.height + b.height - 1
  const stride = width + 2
  const distance = new Int32Array(stride * (height + 2))
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const dx = (column - b.width + 1) << fineShift
      const dy = (row - b.height + 1) << fineShift
      if (isColliding(a, b, dx, dy)) distance[(row + 1) * stride + column + 1] = far
    }
  }
  const relax = (at: number, steps: readonly (readonly [number, number])[]) => {
    if (distance[at] === 0) return
    for (const [step, cost] of steps) distance[at] = Math.min(distance[at], distance[at + step] + cost)
  }
  const before = [
    [-1, 5],
    [-stride, 5],
    [-stride - 1, 7],
    [-stride + 1, 7],
  ] as const
  const after = before.map(([step, cost]) => [-step, cost] as const)
  for (let at = stride; at < distance.length - stride; at++) relax(at, before)
  for (let at = distance.length - stride - 1; at >= stride; at--) relax(at, after)
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const depth = distance[(Math.floor(i / width) + 1) * stride + (i % width) + 1]
    return codes[Math.min(depth, codes.length - 1)]
  })
}

function isColliding(a: TwinShape, b: TwinShape, dx: number, dy: number): boolean {
  return a.rows.some((row, y) => {
    const other = b.rows[y - dy] ?? new Int32Array(0)
    for (let i = 0; i < row.length; i += 2)
      for (let j = 0; j < other.length; j += 2)
        if (row[i] < other[j + 1] + dx && other[j] + dx < row[i + 1]) return true
    return false
  })
}

function below(search: TwinSearch, n: number): number {
  search.seed ^= search.seed << 13
  search.seed ^= search.seed >>> 17
  search.seed ^= search.seed << 5
  return Number((BigInt(search.seed >>> 0) * BigInt(n)) >> 32n)
}

function depthBetween(search: TwinSearch, i: number, j: number): bigint {
  const [a, b] = [search.items[j], search.items[i]]
  if (!a.isPlaced || !b.isPlaced) return 0n
  const depth = depthOf(search, a.shape, a.x, a.y, b.shape, b.x, b.y)
  const tie = search.ties?.of[i].includes(j) ? tieCost(search, j, b.shape, b.x, b.y) : 0
  return BigInt(Math.min(255, depth + tie))
}

// Returns the cost of shape `t` at (x, y), which hangs together with item j.
function tieCost({ shapes, items, ties }: TwinSearch, j: number, t: number, x: number, y: number): number {
  if (!ties) return 0
  const [own, other] = [shapes[t], shapes[items[j].shape]]
  const across = Math.max(x - items[j].x - other.width, items[j].x - x - own.width)
  const down = Math.max(y - items[j].y - other.height, items[j].y - y - own.height)
  const { slack, neck, step, base } = ties.rule
  const missing = Math.max(0, Math.max(across, down) - slack) + Math.max(0, Math.min(across, down) + neck)
  return missing === 0 ? 0 : Math.min(255, base + missing * step)
}

// Returns the first and the last row that item i may lie on as shape `t`.
function rowsOf({ shapes, limits }: TwinSearch, i: number, t: number): { yMin: number; yMax: number } {
  const { yMin, yMax, height } = shapes[t]
  if (!limits) return { yMin, yMax }
  return { yMin: Math.max(yMin, limits[i].endFrom - height), yMax: Math.min(yMax, limits[i].startTo) }
}

function pairs(search: TwinSearch): [number, number][] {
  return search.items.flatMap((_, i) =>
    search.items.slice(i + 1).map((__, k) => [i, i + 1 + k] as [number, number]),
  )
}

/** Returns the sum of all overlaps, weighted by the sizes of pieces alone. */
export function totalLoss(search: TwinSearch): number {
  return Number(
    pairs(search).reduce((sum, [i, j]) => sum + depthBetween(search, i, j) * search.floors[i][j], 0n),
  )
}

export function updateWeights(search: TwinSearch): void {
  const { weights, floors } = search
  const losses = pairs(search).map(([i, j]) => ({ i, j, loss: depthBetween(search, i, j) * floors[i][j] }))
  let greatest = 0n
  for (const { loss } of losses) if (loss > greatest) greatest = loss
  if (greatest === 0n) return
  for (const [i, row] of weights.entries()) {
    row.forEach((weight, j) => {
      const decayed = weight - (weight >> 5n) - (weight >> 6n)
      row[j] = decayed > floors[i][j] ? decayed : floors[i][j]
    })
  }
  for (const { i, j, loss } of losses) {
    if (loss === 0n) continue
    const grown = (weights[i][j] * (1290n + (860n * loss) / greatest)) >> 10n
    weights[i][j] = grown < mostWeight ? grown : mostWeight
    weights[j][i] = weights[i][j]
  }
}

function lossAt(search: TwinSearch, i: number, t: number, x: number, y: number): bigint {
  return search.items.reduce((sum, { shape, x: xs, y: ys, isPlaced }, j) => {
    if (j === i || !isPlaced) return sum
    const tie = search.ties?.of[i].includes(j) ? tieCost(search, j, t, x, y) : 0
    return sum + BigInt(depthOf(search, shape, xs, ys, t, x, y) + tie) * search.weights[i][j]
  }, 0n)
}

const neighbours = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const

function descend(search: TwinSearch, i: number, t: number, startX: number, startY: number): Place {
  const { xMin, xMax } = search.shapes[t]
  const { yMin, yMax } = rowsOf(search, i, t)
  const reach = search.coarse * reachCells
  let [x, y] = [startX, startY]
  let loss = 0n
  for (let round = 0; round < mostRounds; round++) {
    const [x0, x1] = [Math.max(xMin, x - reach), Math.min(xMax, x + reach)]
    const [y0, y1] = [Math.max(yMin, y - reach), Math.min(yMax, y + reach)]
    loss = lossAt(search, i, t, x, y)
    for (let step = search.coarse >> 1; loss > 0n && step > 0; ) {
      let best = { x, y, loss }
      for (const [dx, dy] of neighbours) {
        const [nextX, nextY] = [x + dx * step, y + dy * step]
        if (nextX < x0 || nextX > x1 || nextY < y0 || nextY > y1) continue
        const next = lossAt(search, i, t, nextX, nextY)
        if (next < best.loss) best = { x: nextX, y: nextY, loss: next }
      }
      if (best.loss < loss) [x, y, loss] = [best.x, best.y, best.loss]
      else step >>= 1
    }
    const isAtEdge =
      (x === x0 && x0 > xMin) || (x === x1 && x1 < xMax) || (y === y0 && y0 > yMin) || (y === y1 && y1 < yMax)
    if (!isAtEdge || loss === 0n) break
  }
  return { x, y, shape: t, loss }
}

type Sums = { rows: number[][]; yMin: number }

/**
 * Returns the overlap at every coarse position of shape `t` from row `yMin` on, in sums of 16 bits. Null
 * without a position.
 */
function sumsOf(search: TwinSearch, item: number, t: number, loss: bigint, yLast: number): Sums | null {
  const { coarse, items, shapes, weights, ties } = search
  const shape = shapes[t]
  let { yMin, yMax } = rowsOf(search, item, t)
  yMax = Math.min(yMax, yLast)
  const partners = (ties?.of[item] ?? []).filter((j) => j !== item && items[j].isPlaced)
  for (const j of partners) {
    const reach = ties?.rule.reach ?? 0
    const first = Math.max(yMin, items[j].y - shape.height - reach)
    const last = Math.min(yMax, items[j].y + shapes[items[j].shape].height + reach)
    if (first <= last) [yMin, yMax] = [first, last]
  }
  if (shape.xMax < shape.xMin || yMax < yMin) return null
  const columns = Math.floor((shape.xMax - shape.xMin) / coarse) + 1
  const rows = Math.floor((yMax - yMin) / coarse) + 1
  const weightOf = (j: number) => {
    const scaled = loss > 0n ? (weights[item][j] * 1500n + (loss >> 1n)) / loss : 1n
    return Math.max(1, Math.min(257, Number(scaled)))
  }
  const sums = Array.from({ length: rows }, () => Array<number>(columns).fill(0))
  const half = coarse >> 1
  items.forEach(({ x, y, shape: s, isPlaced }, j) => {
    if (j === item || !isPlaced) return
    const weight = weightOf(j)
    // Positions are rounded to multiples of the cell, from the other item.
    const left = Math.floor((shape.xMin - x + half) / coarse)
    const top = Math.floor((yMin - y + half) / coarse)
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < columns; c++) {
        const depth = depthOf(search, s, 0, 0, t, (left + c) * coarse, (top + r) * coarse)
        sums[r][c] = Math.min(65_535, sums[r][c] + ((depth * weight) & 0xffff))
      }
    }
  })
  for (const j of partners) {
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < columns; c++) {
        const cost = tieCost(search, j, t, shape.xMin + c * coarse, yMin + r * coarse)
        sums[r][c] = Math.min(65_535, sums[r][c] + ((cost * weightOf(j)) & 0xffff))
      }
    }
  }
  return { rows: sums, yMin }
}

type Found = { value: number; x: number; y: number; shape: number }

function scan(search: TwinSearch, { rows: sums, yMin }: Sums, t: number, places: Found[]): void {
  const { xMin } = search.shapes[t]
  const bands = (sums.length + 7) >> 3
  const blocks = (sums[0].length + 7) >> 3
  const [firstBand, firstBlock] = [below(search, bands), below(search, blocks)]
  const at = (r: number, c: number) => sums[r]?.[c] ?? 0xffff
  const eight = [0, 1, 2, 3, 4, 5, 6, 7]
  const worst = () => places.reduce((most, next) => (next.value > most.value ? next : most))
  for (let n = 0; n < bands; n++) {
    for (let m = 0; m < blocks; m++) {
      const top = ((firstBand + n) % bands) * 8
      const left = ((firstBlock + m) % blocks) * 8
      const least = Math.min(...eight.flatMap((r) => eight.map((c) => at(top + r, left + c))))
      if (least >= worst().value) continue
      const firstRow = below(search, 8)
      let best = { value: 0xffff, r: 0, c: 0 }
      for (const q of eight) {
        const r = (q + firstRow) & 7
        for (const c of eight)
          if (at(top + r, left + c) < best.value) best = { value: at(top + r, left + c), r, c }
      }
      const { coarse } = search
      const position = { x: xMin + (left + best.c) * coarse, y: yMin + (top + best.r) * coarse, shape: t }
      Object.assign(worst(), { value: best.value, ...position })
    }
  }
}

function moveItem(search: TwinSearch, i: number, isGlobal: boolean): void {
  const item = search.items[i]
  let best = descend(search, i, item.shape, item.x, item.y)
  if (best.loss > 0n && isGlobal) {
    const places = Array.from({ length: candidates }, (): Found => ({ value: 0xffff, x: 0, y: 0, shape: 0 }))
    for (const t of item.turns) {
      const sums = sumsOf(search, i, t, best.loss, Number.POSITIVE_INFINITY)
      if (sums) scan(search, sums, t, places)
    }
    for (const { value, x, y, shape } of places) {
      if (value >= 0xffff) continue
      const next = descend(search, i, shape, x, y)
      if (next.loss < best.loss) best = next
    }
  }
  Object.assign(item, { x: best.x, y: best.y, shape: best.shape })
}

function isOverlapping(search: TwinSearch, i: number): boolean {
  return search.items.some((_, j) => j !== i && depthBetween(search, i, j) > 0n)
}

/** Moves every overlapping item once, in random order. Returns the total remaining overlap. */
export function moveAll(search: TwinSearch, isGlobal: boolean): number {
  const sequence = search.items.map((_, i) => i).filter((i) => isOverlapping(search, i))
  for (let k = sequence.length - 1; k > 0; k--) {
    const other = below(search, k + 1)
    ;[sequence[k], sequence[other]] = [sequence[other], sequence[k]]
  }
  for (const i of sequence) if (isOverlapping(search, i)) moveItem(search, i, isGlobal)
  return totalLoss(search)
}

/** Lets every overlapping item change places with the item that removes most overlap, if any does. */
export function swapAll(search: TwinSearch): void {
  search.items.forEach((_, i) => {
    if (isOverlapping(search, i)) swapItem(search, i)
  })
}

function swapItem(search: TwinSearch, i: number): void {
  const { items } = search
  const item = items[i]
  const from = { ...item }
  let best: { gain: bigint; own: Place; j: number; theirs: Place } | null = null
  for (const [j, other] of items.entries()) {
    if (other.turns[0] === item.turns[0] || !areAlike(search, item.shape, other.shape)) continue
    const before = lossOf(search, i) + lossOf(search, j) - depthBetween(search, i, j) * search.weights[i][j]
    other.isPlaced = false
    const own = descendInto(search, i, other)
    other.isPlaced = true
    if (own === null || own.loss >= before) continue
    Object.assign(item, { x: own.x, y: own.y, shape: own.shape })
    const theirs = descendInto(search, j, from)
    Object.assign(item, from)
    if (theirs === null) continue
    const gain = before - own.loss - theirs.loss
    if (gain > (best?.gain ?? 0n)) best = { gain, own, j, theirs }
  }
  if (best === null) return
  Object.assign(item, { x: best.own.x, y: best.own.y, shape: best.own.shape })
  Object.assign(items[best.j], { x: best.theirs.x, y: best.theirs.y, shape: best.theirs.shape })
}

function lossOf(search: TwinSearch, i: number): bigint {
  const { shape, x, y } = search.items[i]
  return lossAt(search, i, shape, x, y)
}

function areAlike({ shapes }: TwinSearch, a: number, b: number): boolean {
  const [area, other] = [a, b].map((shape) => shapes[shape].width * shapes[shape].height)
  return area <= 2 * other && other <= 2 * area
}

function descendInto(
  search: TwinSearch,
  i: number,
  at: { x: number; y: number; shape: number },
): Place | null {
  const place = search.shapes[at.shape]
  let best: Place | null = null
  for (const t of search.items[i].turns) {
    const { xMin, xMax, width, height } = search.shapes[t]
    const { yMin, yMax } = rowsOf(search, i, t)
    if (xMax < xMin || yMax < yMin) continue
    const x = Math.max(xMin, Math.min(xMax, at.x + ((place.width - width) >> 1)))
    const y = Math.max(yMin, Math.min(yMax, at.y + ((place.height - height) >> 1)))
    const loss = lossAt(search, i, t, x, y)
    if (best === null || loss < best.loss) best = { x, y, shape: t, loss }
  }
  return best && descend(search, i, best.shape, best.x, best.y)
}

/** Puts item `i` on a free position. Returns the end of its ink, −1 without room. */
export function place(search: TwinSearch, i: number, lastPx: number, isByStart: boolean): number {
  const { shapes, items, stepPx, coarse } = search
  let best: (Place & { score: number }) | null = null
  for (const t of items[i].turns) {
    const shape = shapes[t]
    const sums = sumsOf(search, i, t, 0n, Math.trunc(lastPx / stepPx) + 1 + coarse * 2)
    const free = sums && findFree(search, i, t, sums)
    if (!free) continue
    const startPx = free.y * stepPx + shape.startPx
    const endPx = free.y * stepPx + shape.endPx
    const score = isByStart ? startPx * 2 ** 20 + endPx : endPx * 2 ** 20 + free.x - shape.xMin
    if (best === null || score < best.score) best = { ...free, score }
  }
  if (best === null) return -1
  Object.assign(items[i], { x: best.x, y: best.y, shape: best.shape, isPlaced: true })
  return best.y * stepPx + shapes[best.shape].endPx
}

function findFree(search: TwinSearch, i: number, t: number, sums: Sums): Place | null {
  const { coarse } = search
  const { xMin, xMax } = search.shapes[t]
  const { yMin, yMax } = rowsOf(search, i, t)
  const isFree = (x: number, y: number) => lossAt(search, i, t, x, y) === 0n
  const isInside = (x: number, y: number) => x >= xMin && x <= xMax && y <= yMax
  for (const [r, row] of sums.rows.entries()) {
    for (const [c, sum] of row.entries()) {
      if (sum !== 0) continue
      const [cellX, cellY] = [xMin + c * coarse, sums.yMin + r * coarse]
      const around: [number, number][] = [[cellX, cellY]]
      for (let e = 1; e <= coarse; e++)
        around.push([cellX, cellY + e], [cellX + e, cellY], [cellX - e, cellY])
      const free = around.find(([x, y], n) => (n === 0 || isInside(x, y)) && isFree(x, y))
      if (!free) continue
      let [x, y] = free
      for (let e = 0; e < coarse * 2; e++) {
        if (y > yMin && isFree(x, y - 1)) y--
        else if (x > xMin && e < coarse && isFree(x - 1, y)) x--
        else break
      }
      return { x, y, shape: t, loss: 0n }
    }
  }
  return null
}
