/** One font as far as choosing goes. */
export type Face = {
  /** As a drawing may name it, each as `faceName` writes it. */
  names: readonly string[]
  style: "normal" | "italic"
  weight: number
}

/** What a text asks for. */
export type AskedFace = { families: readonly string[]; style: "normal" | "italic"; weight: number }

/** A name as it is compared: lower case, one space, no quotes. Families are told apart by it. */
function faceName(name: string): string {
  return name.normalize("NFC").trim().toLowerCase().replace(/\s+/g, " ")
}

/**
 * The face that a text is drawn in: of the first family that is there, in any of these groups (the
 * first that has it), the one nearest in style and weight. Null if none of its families is there.
 */
export function chooseFace<F extends Face>(asked: AskedFace, groups: readonly (readonly F[])[]): F | null {
  for (const family of asked.families) {
    const name = faceName(family)
    for (const group of groups) {
      const found = group.filter(({ names }) => names.includes(name))
      if (found.length > 0) return nearest(asked, found)
    }
  }
  return null
}

/** The rule of CSS Fonts 4, section 5.2: the style first, then the weight on the side asked for. */
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
