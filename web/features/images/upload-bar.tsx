import { useLocation, useNavigate } from "@tanstack/react-router"
import { CircleCheck, RotateCw, Scroll, X } from "lucide-react"
import { useEffect, useState } from "react"
import { MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { Button } from "../../components/ui/button.tsx"
import { Progress } from "../../components/ui/progress.tsx"
import { formatCount } from "../../lib/format.ts"
import { amountWords, filesLeft, uploadWords } from "./upload-words.ts"
import { uploadQueue, useUploadProgress } from "./use-uploads.ts"

const none: readonly string[] = []

/** The time for which a good end stays visible. */
const DONE_MS = 5_000

/**
 * Shows all uploads as one bar, above any page: they continue while the seller works. Leaving the app asks
 * first, and signing out ends them.
 */
export function UploadBar() {
  const progress = useUploadProgress()
  const { files, sentFiles, failedFiles, refusedFiles, bytes, sentBytes } = progress
  const isRunning = filesLeft(progress) > 0
  const hasFailed = failedFiles + refusedFiles > 0
  const offer = useFilmOffer(isRunning ? none : progress.imageIds)
  const isShown = useShown(isRunning || hasFailed, sentFiles > 0) || offer !== null
  useAskBeforeLeaving(isRunning)
  useEffect(() => () => uploadQueue.cancelAll(), [])

  const words = uploadWords(progress)
  return (
    <>
      <span role="status" className="sr-only">
        {isShown && (isRunning ? `Uploading ${formatCount(files)} files` : words)}
      </span>
      {isShown && (
        <section
          aria-label="Uploads"
          className="sticky top-14 z-10 flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-surface px-4 py-1.5 text-sm md:px-8"
        >
          {!isRunning && !hasFailed && <CircleCheck aria-hidden="true" className="size-4 text-good" />}
          <b className="font-[600] tabular-nums">{words}</b>
          {isRunning && (
            <>
              <Progress
                value={bytes === 0 ? 0 : sentBytes / bytes}
                label="All uploads"
                className="order-last w-full md:order-none md:w-auto md:min-w-32 md:max-w-md md:flex-1"
              />
              <span className="text-ink-2 tabular-nums">{amountWords(progress)}</span>
            </>
          )}
          <span className="ml-auto flex items-center gap-1">
            {failedFiles > 0 && (
              <Button variant="ghost" size="sm" icon={<RotateCw />} onClick={() => uploadQueue.retryFailed()}>
                Retry failed
              </Button>
            )}
            {offer && (
              <Button variant="primary" size="sm" icon={<Scroll />} onClick={offer.take}>
                {offer.words}
              </Button>
            )}
            {isRunning ? (
              <Button variant="ghost" size="sm" onClick={() => uploadQueue.cancelAll()}>
                Cancel all
              </Button>
            ) : (
              (hasFailed || offer !== null) && (
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={hasFailed ? "Dismiss failed uploads" : "Close"}
                  onClick={() => {
                    offer?.close()
                    uploadQueue.cancelAll()
                  }}
                >
                  <X />
                </Button>
              )
            )}
          </span>
        </section>
      )}
    </>
  )
}

type FilmOffer = { words: string; take: () => void; close: () => void }

/** Offers the images that were just uploaded for a print, in the library, until it is taken or closed. */
function useFilmOffer(imageIds: readonly string[]): FilmOffer | null {
  const navigate = useNavigate()
  const isLibrary = useLocation({ select: ({ pathname }) => pathname === "/images" })
  const [closed, setClosed] = useState(none)
  if (!isLibrary || imageIds.length === 0 || imageIds === closed) return null
  const ids = imageIds.slice(0, MAX_PRINT_ITEMS)
  return {
    words: ids.length === 1 ? "Put it on film" : `Put these ${formatCount(ids.length)} on film`,
    close: () => setClosed(imageIds),
    take() {
      setClosed(imageIds)
      void navigate({ to: "/prints/manual-create", search: { addImages: ids.join(",") } })
    },
  }
}

/** Returns whether to show the bar: during uploads, and for a moment after a good end. */
function useShown(isBusy: boolean, hasSent: boolean): boolean {
  const [isShown, setIsShown] = useState(isBusy)
  useEffect(() => {
    if (isBusy) return setIsShown(true)
    const timer = setTimeout(() => setIsShown(false), hasSent ? DONE_MS : 0)
    return () => clearTimeout(timer)
  }, [isBusy, hasSent])
  return isShown || isBusy
}

function useAskBeforeLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", ask)
    return () => window.removeEventListener("beforeunload", ask)
  }, [isRunning])
}
