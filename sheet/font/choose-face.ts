/** The data of a font that a choice needs. */
export type Face = {
  /** The names by which a drawing may ask for it, each as `faceName` writes it. */
  names: readonly string[]
  style: "normal" | "italic"
  weight: number
}

/** The face that a text asks for. */
export type AskedFace = { families: readonly string[]; style: "normal" | "italic"; weight: number }

/** Returns a family's name for comparison: lower case, one space, no quotes. */
function faceName(name: string): string {
  return name.normalize("NFC").trim().toLowerCase().replace(/\s+/g, " ")
}

/**
 * Returns the face for a text: of the first of its families in any of these groups (the first group
 * that has it), the face nearest in style and weight. Null if no group has any of its families.
 */
export function chooseFace<F extends Face>(asked: AskedFace, groups: readonly (readonly F[])[]): F | null {
  for (const family of asked.families) {
    const name = faceName(family)
    for (const group of groups) {
      const members = group.filter(({ names }) => names.includes(name))
      if (members.length > 0) return nearest(asked, members)
    }
  }
  return null
}

/** Applies the rule of CSS Fonts 4, section 5.2: the style first, then the weight on the requested side. */
function nearest<F extends Face>(asked: AskedFace, faces: readonly F[]): F {
  const cost = ({ style, weight }: F) =>
    (style === asked.style ? 0 : 10_000) + weightCost(asked.weight, weight)
  return faces.reduce((best, face) => (cost(face) < cost(best) ? face : best))
}

function weightCost(asked: number, weight: number): number {
  const away = Math.abs(weight - asked)
  if (asked >= 400 && asked <= 500) {
    if (weight >= asked && weight <= 500) return away
    return weight < asked ? 1_000 + away : 2_000 + away
  }
  const isWrongSide = asked < 400 ? weight > asked : weight < asked
  return away + (isWrongSide ? 1_000 : 0)
}
