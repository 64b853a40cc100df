import { useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import { ApiFailure } from "../../lib/api.ts"
import { useSettled } from "../../lib/use-settled.ts"
import { widestDrawing } from "../images/drawing-width.ts"
import { mendedOptions } from "./mend-drawing-calls.ts"
import type { MendWish } from "./mend-pictures.ts"
import type { ShownPicture } from "./mend-task.ts"
import { MendRefusal, type MendThread, Replaced } from "./mend-thread.ts"

/** The pause after the last change before the press is asked. */
const PAUSE_MS = 800
/** The status of what the press cannot make. */
const REFUSED = 422

export type MendedPictures = {
  before: ImageBitmap
  after: ShownPicture
  /** The pixels of `after` for each of `before`, side by side. */
  scale: number
  /** The press's own picture of the same mends, once it is there. */
  press: ShownPicture | null
}

type Drawn = Omit<MendedPictures, "press"> & { wish: MendWish }

/**
 * Returns what mends make of an artwork: at once as the page's thread draws it, and after a pause as the press does.
 * `problem` says why they cannot be made.
 */
export function useMendedPictures(
  image: Image,
  thread: MendThread,
  wish: MendWish,
  sheetTemplateId: string | null,
): {
  pictures: MendedPictures | null
  problem: string | null
  isPressAsked: boolean
  /** Asks the press once more; null unless it did not answer. */
  askAgain: (() => void) | null
} {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    thread.ask({ kind: "draw", wish }).then(
      ({ before, ...next }) => {
        setProblem(null)
        setDrawn((last) => {
          const own = before ?? last?.before
          return own ? { ...next, before: own, wish } : last
        })
      },
      (error: unknown) => {
        if (error instanceof Replaced) return
        setProblem(
          error instanceof MendRefusal ? error.message : "The mends could not be drawn. Reload the page.",
        )
      },
    )
  }, [thread, wish])
  const settled = useSettled(drawn, PAUSE_MS)
  const isSettled = settled !== null && settled === drawn && settled.wish === wish
  const press = usePressPicture(image, thread, isSettled ? settled : null, sheetTemplateId)
  useClosed(drawn?.before)
  useClosed(drawn?.after.bitmap)
  const nothing = drawn?.after.ink === null ? "Its mends leave nothing of the picture." : null
  return {
    pictures: drawn && { ...drawn, press: press.picture },
    problem: problem ?? nothing ?? press.refusal,
    isPressAsked: press.isAsked,
    askAgain: press.askAgain,
  }
}

/** Returns the press's picture of what the thread has drawn last; null while it is not there. */
function usePressPicture(
  image: Image,
  thread: MendThread,
  drawn: Drawn | null,
  sheetTemplateId: string | null,
) {
  const [taken, setTaken] = useState<{ drawing: Blob; picture: ShownPicture } | null>(null)
  const isWanted =
    drawn !== null && drawn.wish.widthIn !== null && drawn.wish.mends.length > 0 && drawn.after.ink !== null
  const { width, height } = drawn?.after.bitmap ?? { width: 1, height: 1 }
  const query = useQuery({
    ...mendedOptions(image, {
      mends: drawn?.wish.mends ?? [],
      widthPx: widestDrawing({ widthPx: width, heightPx: height }),
      widthIn: drawn?.wish.widthIn ?? 0,
      ...(sheetTemplateId !== null && { sheetTemplateId }),
    }),
    enabled: isWanted,
  })
  const drawing = isWanted ? query.data : undefined
  useEffect(() => {
    if (drawing === undefined) return
    thread.ask({ kind: "take", drawing }).then(
      (picture) => setTaken({ drawing, picture }),
      // Without it the thread's own picture stays.
      () => undefined,
    )
  }, [thread, drawing])
  useClosed(taken?.picture.bitmap)
  const { error } = query
  const isLost = isWanted && query.isError && !query.isFetching
  // Once its mends are saved, the press has made them, however long that took.
  const askIfLost = useEffectEvent(() => {
    if (isLost) void query.refetch()
  })
  useEffect(askIfLost, [image.updatedAt])
  const isRefused = isWanted && error instanceof ApiFailure && error.status === REFUSED
  return {
    picture: drawing !== undefined && taken?.drawing === drawing ? taken.picture : null,
    isAsked: isWanted && query.isFetching,
    askAgain: isLost && !isRefused ? () => void query.refetch() : null,
    /** The reason why the press cannot make it; one that is only late has no say. */
    refusal: isRefused ? error.message : null,
  }
}

/** Frees a picture's memory at once when another takes its place on the screen. */
function useClosed(bitmap: ImageBitmap | undefined): void {
  const last = useRef(bitmap)
  useEffect(() => {
    if (last.current !== bitmap) last.current?.close()
    last.current = bitmap
  }, [bitmap])
}
