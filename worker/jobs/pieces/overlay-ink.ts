import type { Edges } from "../../../sheet/text/path.ts"

/** Returns the edges of an overlay's ink as words, for the metadata of its object. */
export function edgesText({ left, top, right, bottom }: Edges): string {
  return [left, top, right, bottom].join(" ")
}

/** Reads the result of edgesText. */
export function edgesOf(text: string): Edges {
  const [left, top, right, bottom] = text.split(" ").map(Number)
  return { left, top, right, bottom }
}
