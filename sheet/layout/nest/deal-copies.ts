/** The copies of each piece on film that is searched by itself, and how often that film is needed. */
export type DealtCopies = { counts: number[]; times: number }

/**
 * The least number of designs that film should mix, if there are as many: small ones fill the gaps that large ones leave.
 * More on one film make its tables larger, so that its search has to take coarser steps.
 */
const leastDesigns = 12

/** The most different films of which each is needed several times: so many searches run beside each other. */
const mostKinds = 4

/**
 * Deals copies out to films of at most `capacityPx2`, as many as are needed. Copies of one design come to lie together,
 * every film has large and small ones, and what repeats is dealt out once:
 *
 *     480 copies of A to F on 8 films    ─▶   4 × │A B C│  4 × │D E F│   two searches
 *     and what the division leaves       ─▶   1 × │A B C D E F│          one more
 *
 * `areasPx2` is the film that a copy of each piece takes, about. A piece larger than a film has one of its own.
 */
export function dealCopies(
  areasPx2: readonly number[],
  counts: readonly number[],
  capacityPx2: number,
): DealtCopies[] {
  const dealt: DealtCopies[] = []
  let remaining = [...counts]
  for (;;) {
    const films = Math.ceil(areaOf(areasPx2, remaining) / capacityPx2)
    if (films === 0) return dealt
    const designs = remaining.filter((count) => count > 0).length
    const kinds = Math.min(mostKinds, Math.max(1, Math.floor(designs / leastDesigns)))
    const repeated = dealRepeats(areasPx2, remaining, capacityPx2, { kinds, films })
    if (repeated.length === 0) {
      const evenPx2 = areaOf(areasPx2, remaining) / films
      const filled = fillFilms(areasPx2, remaining, { loadPx2: evenPx2, films, isAll: true })
      return [...dealt, ...filled.filter(hasAny).map((own) => ({ counts: own, times: 1 }))]
    }
    dealt.push(...repeated)
    remaining = remaining.map((count, piece) =>
      repeated.reduce((rest, film) => rest - film.times * film.counts[piece], count),
    )
  }
}

const hasAny = (counts: readonly number[]) => counts.some((count) => count > 0)

/** Fills as many different films as can be, each of which repeats as often as can be; none if nothing does. */
function dealRepeats(
  areasPx2: readonly number[],
  counts: readonly number[],
  capacityPx2: number,
  { kinds, films }: { kinds: number; films: number },
): DealtCopies[] {
  for (let times = Math.floor(films / kinds); times > 1; times--) {
    const set = counts.map((count) => Math.floor(count / times))
    const full = Math.min(kinds, Math.floor(areaOf(areasPx2, set) / capacityPx2))
    if (full === 0) continue
    const mixed = shareOf(areasPx2, set, (full * capacityPx2) / areaOf(areasPx2, set))
    const filled = fillFilms(areasPx2, mixed, { loadPx2: capacityPx2, films: full, isAll: false })
    const repeats = filled.filter(hasAny)
    if (repeats.length > 0) return repeats.map((copies) => ({ counts: copies, times }))
  }
  return []
}

/**
 * Fills films up to `loadPx2` each, the largest pieces first, always the emptiest film. What finds no room is left out, or
 * with `isAll` goes onto the emptiest.
 */
function fillFilms(
  areasPx2: readonly number[],
  counts: readonly number[],
  { loadPx2, films, isAll }: { loadPx2: number; films: number; isAll: boolean },
): number[][] {
  const filled = Array.from({ length: films }, () => counts.map(() => 0))
  const loads = filled.map(() => 0)
  const designs = counts.filter((count) => count > 0).length
  for (const piece of largestFirst(areasPx2)) {
    const spread = Math.min(films, Math.ceil((films * leastDesigns) / Math.max(1, designs)))
    const portion = Math.ceil(counts[piece] / spread)
    for (let remaining = counts[piece]; remaining > 0; ) {
      const film = loads.indexOf(Math.min(...loads))
      const room = Math.floor((loadPx2 - loads[film]) / areasPx2[piece])
      if (room < 1 && !isAll) break
      const count = Math.min(remaining, portion, Math.max(1, room))
      filled[film][piece] += count
      loads[film] += count * areasPx2[piece]
      remaining -= count
    }
  }
  return filled
}

/** Returns a share of all copies, of large pieces as of small ones. */
function shareOf(areasPx2: readonly number[], counts: readonly number[], share: number): number[] {
  const taken = counts.map(() => 0)
  let remainder = 0
  for (const piece of largestFirst(areasPx2)) {
    const wanted = counts[piece] * share + remainder
    taken[piece] = Math.min(counts[piece], Math.floor(wanted))
    remainder = wanted - taken[piece]
  }
  return taken
}

function largestFirst(areasPx2: readonly number[]): number[] {
  return [...areasPx2.keys()].sort((a, b) => areasPx2[b] - areasPx2[a] || a - b)
}

function areaOf(areasPx2: readonly number[], counts: readonly number[]): number {
  return counts.reduce((sum, count, piece) => sum + count * areasPx2[piece], 0)
}
