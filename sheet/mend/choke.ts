import { withGrowth } from "./growth.ts"
import type { MendStep } from "./mend.ts"

/** Takes so many mm off the silhouette all around, holes and the picture's border included: the film grows by them. */
export const choke: MendStep<"choke"> = async (source, { mm }, { mmPerPx, host }) =>
  withGrowth(source, "film", mm / mmPerPx, host, (row, film) => {
    for (let x = 0, at = 3; x < film.length; x++, at += 4)
      if (film[x] !== 0) row[at] = Math.round((row[at] * (255 - film[x])) / 255)
  })
