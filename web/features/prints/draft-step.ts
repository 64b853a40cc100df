import { type DraftItem, type Joined, merge } from "./print-draft.ts"

/** The change of one row, null if it did not exist; `index` is its place afterwards. */
type RowStep =
  | { before: DraftItem; after: null }
  | { before: DraftItem | null; after: DraftItem; index: number }

/** The change of a draft's rows: it can be repeated on the rows of another tab. */
export type DraftStep = readonly RowStep[]

export function stepBetween(before: readonly DraftItem[], after: readonly DraftItem[]): DraftStep {
  const was = new Map(before.map((item) => [item.key, item]))
  const is = new Set(after.map(({ key }) => key))
  const gone = before.filter(({ key }) => !is.has(key)).map((item) => ({ before: item, after: null }))
  const others = after.flatMap((item, index) => {
    const known = was.get(item.key) ?? null
    return known === item ? [] : [{ before: known, after: item, index }]
  })
  return [...gone, ...others]
}

/**
 * Returns the rows after these steps, in their order. Copies are counted by how many more or fewer they
 * became: a row keeps those that another tab added to it, and a deleted row comes back with the added ones. A
 * row that was new in both tabs has the key of one of them, and is noted in `joined`, which is empty before.
 */
export function withSteps(
  items: readonly DraftItem[],
  steps: readonly DraftStep[],
  joined: Joined = new Map(),
): readonly DraftItem[] {
  return steps.reduce((rows, step) => merge(stepped(rows, step, joined), joined), items)
}

function stepped(items: readonly DraftItem[], step: DraftStep, joined: Joined): DraftItem[] {
  const rows = [...items]
  for (const one of step) {
    const { before, after } = one
    const key = (after ?? before).key
    const at = rows.findIndex((row) => row.key === (joined.get(key)?.key ?? key))
    const more = (after?.quantity ?? 0) - (before?.quantity ?? 0)
    if (at >= 0) rows.splice(at, 1, ...changedRow(rows[at], one, more))
    else if (after !== null && more > 0) rows.splice(one.index, 0, { ...after, quantity: more })
  }
  return rows
}

function changedRow(row: DraftItem, { before, after }: RowStep, more: number): DraftItem[] {
  const quantity = row.quantity + more
  if (after === null && quantity <= 0) return []
  const changes = Object.entries(after ?? {}).filter(
    ([name, value]) => before === null || before[name as keyof DraftItem] !== value,
  )
  return [{ ...row, ...Object.fromEntries(changes), key: row.key, quantity: Math.max(1, quantity) }]
}
