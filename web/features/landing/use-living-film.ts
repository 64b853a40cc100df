import { useEffect, useState } from "react"
import { useMediaQuery } from "../../lib/media-query.ts"
import { filmInRows, type LivingFilm, namedAfter } from "./living-film.ts"
import { packedFilm } from "./packed-film.ts"
import { type SampleOrder, sampleOrders } from "./sample-orders.ts"

/** The time for which the rows are seen before they are packed. */
const ROWS_MS = 1_500
/** The time for which each film is seen before the next, shorter one. */
const STEP_MS = 280

/**
 * Returns the film of an order, which lies in rows at first and is then packed by the engine, step by step. A
 * visitor who asked for less motion sees the packed film alone.
 */
export function useLivingFilm(order: SampleOrder): LivingFilm {
  const isCalm = useMediaQuery("(prefers-reduced-motion: reduce)")
  const [shown, setShown] = useState(() => ({ order, film: firstFilm(order, isCalm) }))
  const film = shown.order === order ? shown.film : firstFilm(order, isCalm)

  useEffect(() => {
    const first = firstFilm(order, isCalm)
    setShown({ order, film: first })
    if (first === packedFilm) return
    const ending = new AbortController()
    const waiting: LivingFilm[] = []
    const show = () => {
      const next = waiting.shift()
      if (next) setShown(({ film: before }) => ({ order, film: namedAfter(before, next) }))
    }
    const pace = setInterval(show, STEP_MS)
    const begin = setTimeout(
      async () => {
        try {
          const { packOrder } = await import("./pack-order.ts")
          const unseen: LivingFilm[] = []
          const keep = (better: LivingFilm) => (isCalm ? unseen : waiting).push(better)
          await packOrder(order, keep, ending.signal)
          waiting.push(...unseen.slice(-1))
        } catch {
          // Without the engine, the first order lies as it was packed before; others stay in rows.
          if (order === sampleOrders[0] && !ending.signal.aborted) waiting.push(packedFilm)
        }
      },
      isCalm ? 0 : ROWS_MS,
    )
    return () => {
      ending.abort()
      clearInterval(pace)
      clearTimeout(begin)
    }
  }, [order, isCalm])

  return film
}

function firstFilm(order: SampleOrder, isCalm: boolean): LivingFilm {
  return isCalm && order === sampleOrders[0] ? packedFilm : filmInRows(order)
}
