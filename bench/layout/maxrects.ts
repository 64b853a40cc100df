type Module = typeof import("maxrects-packer")
type Logic = import("maxrects-packer").PACKING_LOGIC

/** A size to pack and how often. */
export type Ordered = { width: number; height: number; count: number }

/** The peer's bin: inner sizes, the space between rectangles and along the bin's rim. */
type Bin = { width: number; height: number; padding: number; border: number; rotate: boolean }

// The package's main file is CommonJS in a package of type "module", which Node refuses; its ES
// module loads.
const { MaxRectsPacker, PACKING_LOGIC }: Module = await import(
  import.meta.resolve("maxrects-packer/dist/maxrects-packer.mjs")
)

const logics: Logic[] = [PACKING_LOGIC.MAX_AREA, PACKING_LOGIC.MAX_EDGE, PACKING_LOGIC.FILL_WIDTH]

// The order in which rectangles are handed over; null leaves it to the package's own sorting.
const orders: (((a: Ordered, b: Ordered) => number) | null)[] = [
  null,
  (a, b) => b.height - a.height || b.width - a.width,
  (a, b) => b.width - a.width || b.height - a.height,
  (a, b) => b.width * b.height - a.width * a.height,
]

// After this only the settings tried so far count: thousands of rectangles take seconds a run.
const limitMs = 4_000

/**
 * Returns the shortest total film of maxrects-packer over all its packing logics and four orders. The
 * package fills bins regardless of their length, so each is tried in bins of full height and in lower
 * bins that bisection finds. The result is the sum of the ends of the bins' contents, rim included, or
 * Infinity if something did not fit.
 */
export function shortestByMaxRects(items: readonly Ordered[], bin: Bin): number {
  const startedMs = performance.now()
  let shortest = Number.POSITIVE_INFINITY
  for (const order of orders)
    for (const logic of logics) {
      if (performance.now() - startedMs > limitMs) return shortest
      const full = packOnce(items, bin, bin.height, logic, order)
      shortest = Math.min(shortest, full.length)
      let low = Math.floor(lowestBin(items, bin))
      let high = full.bins === 1 ? Math.min(bin.height, full.length) : bin.height
      while (high - low > Math.max(1, high / 1000) && performance.now() - startedMs < limitMs) {
        const middle = Math.floor((low + high) / 2)
        const tried = packOnce(items, bin, middle, logic, order)
        shortest = Math.min(shortest, tried.length)
        if (tried.bins <= full.bins) high = middle
        else low = middle
      }
    }
  return shortest
}

function packOnce(
  items: readonly Ordered[],
  bin: Bin,
  height: number,
  logic: Logic,
  order: ((a: Ordered, b: Ordered) => number) | null,
): { bins: number; length: number } {
  const packer = new MaxRectsPacker(bin.width, height, bin.padding, {
    smart: true,
    pot: false,
    square: false,
    allowRotation: bin.rotate,
    border: bin.border,
    logic,
  })
  const sorted = order === null ? items : [...items].sort(order)
  const rectangles = sorted.flatMap(({ width, height: tall, count }) =>
    Array.from({ length: count }, () => ({ x: 0, y: 0, width, height: tall })),
  )
  if (order === null) packer.addArray(rectangles as Parameters<typeof packer.addArray>[0])
  else for (const rectangle of rectangles) packer.add(rectangle as Parameters<typeof packer.add>[0])
  let length = 0
  for (const { rects } of packer.bins) {
    let end = 0
    for (const rectangle of rects) end = Math.max(end, rectangle.y + rectangle.height)
    length += end + bin.border
    // An oversized rectangle gets a bin of its own, whatever the limits.
    if (end + bin.border > height) length = Number.POSITIVE_INFINITY
  }
  return { bins: packer.bins.length, length }
}

// Returns the height that no bin can be below: the flattest way of the tallest item.
function lowestBin(items: readonly Ordered[], bin: Bin): number {
  const flattest = items.map(({ width, height }) => (bin.rotate ? Math.min(width, height) : height))
  return Math.max(...flattest) + 2 * bin.border - 1
}
