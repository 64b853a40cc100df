import { isSameMend, withMends } from "../../../contract/artwork/asked-mends.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { inOrder } from "../../../sheet/mend/mend.ts"

/** A mend of a draft; its key names it on this page alone. */
export type DraftMend = { key: string; mend: Mend }
export type MendDraft = readonly DraftMend[]

let keyCount = 0

function newKey(): string {
  keyCount += 1
  return `mend-${keyCount}`
}

/** Returns stored mends as a draft, in the order in which they are made. */
export function draftOf(stored: readonly Mend[]): MendDraft {
  return inOrder(stored).map((mend) => ({ key: newKey(), mend }))
}

export function savedOf(draft: MendDraft): Mend[] {
  return draft.map(({ mend }) => mend)
}

export function isSameDraft(one: MendDraft, other: MendDraft): boolean {
  return one.length === other.length && one.every(({ mend }, i) => isSameMend(mend, other[i].mend))
}

/** Adds a mend as the last of its group; returns its place as well. */
export function addMend(draft: MendDraft, mend: Mend): { draft: MendDraft; at: number } {
  const added = { key: newKey(), mend }
  const next = ordered([...draft, added])
  return { draft: next, at: next.indexOf(added) }
}

/** Adds a mend that a finding asks for, where it is best made, or gives its settings to one that is there. */
export function addAsked(draft: MendDraft, asked: Mend): MendDraft {
  const next = withMends(savedOf(draft), [asked])
  return ordered(next.map((mend) => draft.find((one) => one.mend === mend) ?? { key: newKey(), mend }))
}

export function removeMend(draft: MendDraft, key: string): MendDraft {
  return draft.filter((one) => one.key !== key)
}

export function changeMend(draft: MendDraft, key: string, mend: Mend): MendDraft {
  return draft.map((one) => (one.key === key ? { key, mend } : one))
}

/** Moves a mend to another place, as far as the frame's own group lets it: those are made first. */
export function moveMend(draft: MendDraft, key: string, place: number): MendDraft {
  const from = draft.findIndex((one) => one.key === key)
  if (from < 0) return draft
  const next = draft.toSpliced(from, 1)
  next.splice(Math.max(0, Math.min(next.length, place)), 0, draft[from])
  const moved = ordered(next)
  return moved.every((one, i) => one === draft[i]) ? draft : moved
}

/** Returns the mends before one of them, in the order in which they are made: what its settings are about. */
export function mendsBefore(draft: MendDraft, key: string): Mend[] {
  const at = draft.findIndex((one) => one.key === key)
  return savedOf(draft.slice(0, Math.max(0, at)))
}

export function onesOn(mends: readonly Mend[]): Mend[] {
  return mends.filter(({ isOn }) => isOn)
}

/** Returns true if mends that are on are made of placed texts as well. */
export function isTextMended(on: readonly Mend[]): boolean {
  return on.some(({ kind }) => kind === "include-text")
}

export function hasTexts({ fields, layers }: Pick<Image, "fields" | "layers">): boolean {
  return fields.length + layers.length > 0
}

/** Returns true if the press knows how large an image prints with these mends: where it has texts, once they are saved. */
export function isScaleKnown(
  image: Pick<Image, "fields" | "layers" | "mends">,
  on: readonly Mend[],
): boolean {
  const saved = onesOn(image.mends)
  return !hasTexts(image) || (saved.length === on.length && on.every((mend, i) => isSameMend(mend, saved[i])))
}

/** Returns the draft as the engine makes it: mends of the frame first. */
function ordered(draft: MendDraft): MendDraft {
  return inOrder(draft.map((one) => ({ kind: one.mend.kind, one }))).map(({ one }) => one)
}
