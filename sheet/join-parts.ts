/**
 * The distance below which parts of a piece are joined all along, and the width of the straight bridges
 * between farther ones, in millimetres: a piece in parts is cut and nested as one. It is wide enough to
 * hold lettering while it is pressed, narrower than the usual gap, so that joining seldom costs film.
 */
export const BRIDGE_MM = 5

/** Points on the parts of a piece, each in a cell of a grid. Their indexes name them. */
export type Sites = { x: ArrayLike<number>; y: ArrayLike<number>; part: ArrayLike<number> }

/**
 * Returns the links between sites that join all parts, as pairs of their indexes: a shortest spanning
 * tree (Kruskal, 1956) of the pairs whose cells are neighbours when every cell belongs to its nearest
 * site (Danielsson's distance transform, 1980).
 *
 *     A A A│B B      One candidate for each pair of neighbouring cells whose sites are of two parts.
 *     A a A│b B      The shortest are taken first, and none between parts that are joined already.
 *     ───┬─┴───      A link that `mayLink` refuses is skipped, and the next one is tried.
 *     C c│C C C
 */
export function joiningLinks(
  sites: Sites,
  columns: number,
  rows: number,
  mayLink: (a: number, b: number) => boolean = () => true,
): [number, number][] {
  if (sites.x.length === 0) return []
  const nearest = nearestSites(sites, columns, rows)
  const root = new Map<number, number>()
  const rootOf = (part: number): number => {
    let at = part
    for (let up = root.get(at); up !== undefined; up = root.get(at)) at = up
    if (at !== part) root.set(part, at)
    return at
  }
  const links: [number, number][] = []
  for (const [a, b] of candidates(nearest, sites, columns, rows)) {
    const [from, to] = [rootOf(sites.part[a]), rootOf(sites.part[b])]
    if (from === to || !mayLink(a, b)) continue
    root.set(from, to)
    links.push([a, b])
  }
  return links
}

/** Returns the index of each cell's nearest site. */
function nearestSites({ x: xs, y: ys }: Sites, columns: number, rows: number): Int32Array {
  const nearest = new Int32Array(columns * rows).fill(-1)
  for (let i = 0; i < xs.length; i++) {
    const cell = ys[i] * columns + xs[i]
    if (nearest[cell] < 0) nearest[cell] = i
  }
  // Replaces the site of `cell` by the one of `from`, if that is nearer.
  function take(cell: number, x: number, y: number, from: number): void {
    const site = nearest[from]
    if (site < 0) return
    const known = nearest[cell]
    if (known === site) return
    const away = (xs[site] - x) ** 2 + (ys[site] - y) ** 2
    if (known < 0 || away < (xs[known] - x) ** 2 + (ys[known] - y) ** 2) nearest[cell] = site
  }
  function sweep(y: number, before: number): void {
    const own = y * columns
    const other = before * columns
    const hasOther = before >= 0 && before < rows
    for (let x = 0; x < columns; x++) {
      if (hasOther) {
        take(own + x, x, y, other + x)
        if (x > 0) take(own + x, x, y, other + x - 1)
        if (x + 1 < columns) take(own + x, x, y, other + x + 1)
      }
      if (x > 0) take(own + x, x, y, own + x - 1)
    }
    for (let x = columns - 2; x >= 0; x--) take(own + x, x, y, own + x + 1)
  }
  for (let y = 0; y < rows; y++) sweep(y, y - 1)
  for (let y = rows - 1; y >= 0; y--) sweep(y, y + 1)
  return nearest
}

/** Returns pairs of sites of two parts: the shortest first, equal ones by nearness to the middle. */
function candidates(
  nearest: Int32Array,
  { x, y, part }: Sites,
  columns: number,
  rows: number,
): [number, number][] {
  const shortest = new Map<number, [number, number]>()
  const note = (a: number, b: number) => {
    if (part[a] === part[b]) return
    const [first, second] = a < b ? [a, b] : [b, a]
    shortest.set(first * x.length + second, [first, second])
  }
  // A cell that parts share belongs to its first site.
  for (let i = 0; i < x.length; i++) note(nearest[y[i] * columns + x[i]], i)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column
      if (column + 1 < columns) note(nearest[at], nearest[at + 1])
      if (row + 1 < rows) note(nearest[at], nearest[at + columns])
    }
  }
  const length = ([a, b]: [number, number]) => (x[a] - x[b]) ** 2 + (y[a] - y[b]) ** 2
  // Returns the doubled distance of a link's middle from the grid's.
  const offCentre = ([a, b]: [number, number]) => (x[a] + x[b] - columns) ** 2 + (y[a] + y[b] - rows) ** 2
  return [...shortest.values()].sort(
    (a, b) => length(a) - length(b) || offCentre(a) - offCentre(b) || a[0] - b[0] || a[1] - b[1],
  )
}
