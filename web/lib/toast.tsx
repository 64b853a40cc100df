import { Link } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { toast } from "sonner"
import { texts } from "../../contract/text.ts"
import { ApiFailure, hearSuccesses, isWorthRetrying, messageOf, requestIdOf } from "./api.ts"

/** The target of a toast: one of our own paths, with `#hash` and `?query` where needed. */
export type ToastLink = { href: string; label: string }

const SUCCESS_MS = 5000
/** The time for which an error stays: until it is closed. Nobody reads it while looking elsewhere. */
const ERROR_MS = Number.POSITIVE_INFINITY
const UNDO_MS = 10_000
const UNDO_TICK_MS = 250
let undoCount = 0

/** Reports a success. The same message again replaces the visible toast. */
export function toastSuccess(message = "Success", link?: ToastLink): void {
  const words = link ? <LinkedWords message={message} link={link} /> : message
  toast.success(words, { id: message, duration: SUCCESS_MS })
}

/** Reports an error by the server's message, or a general one, until it is closed. */
export function toastError(message: string): void {
  const words = message === "" ? texts.errorOccurred : message
  toast.error(words, { id: words, duration: ERROR_MS })
}

/** The failed calls that each message on screen reports. */
const failedCalls = new Map<string, Set<string>>()

hearSuccesses((call) => {
  for (const [words, calls] of failedCalls) {
    if (!calls.delete(call) || calls.size > 0) continue
    failedCalls.delete(words)
    toast.dismiss(words)
  }
})

/** Reports a failed call until it is closed, or the same call succeeds, with the id for support. */
export function toastFailure(error: unknown): void {
  const words = messageOf(error)
  const requestId = requestIdOf(error)
  const description = requestId === null ? undefined : `Request ${requestId}`
  const call = error instanceof ApiFailure ? error.call : ""
  failedCalls.set(words, (failedCalls.get(words) ?? new Set()).add(call))
  const onDismiss = () => failedCalls.delete(words)
  toast.error(words, { id: words, duration: ERROR_MS, description, onDismiss })
}

/**
 * Reports a change, with a button that undoes it, for 10 s without the mouse or the focus on the messages.
 * Each call is a message of its own. An undo that failed for now is offered again. Returns a function that
 * removes the message early.
 */
export function toastUndo(message: string, undo: () => unknown): () => void {
  undoCount += 1
  const id = `undo-${undoCount}`
  const undoNow = async () => {
    try {
      await undo()
      toastSuccess("Undone")
    } catch (error) {
      toastFailure(error)
      if (isWorthRetrying(error)) toastUndo(message, undo)
    }
  }
  toast.success(<TimedWords id={id} message={message} />, {
    id,
    duration: Number.POSITIVE_INFINITY,
    action: { label: "Undo", onClick: () => void undoNow() },
  })
  return () => void toast.dismiss(id)
}

/** Stops the clock while the focus is inside; sonner stops it only for the mouse. */
function TimedWords({ id, message }: { id: string; message: string }) {
  const words = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let leftMs = UNDO_MS
    const ticks = setInterval(() => {
      const isHeld = words.current?.closest("ol:hover, ol:focus-within, [data-visible=false]")
      if (document.hidden || isHeld) return
      leftMs -= UNDO_TICK_MS
      if (leftMs <= 0) toast.dismiss(id)
    }, UNDO_TICK_MS)
    return () => clearInterval(ticks)
  }, [id])
  return <span ref={words}>{message}</span>
}

/** Draws the sentence and, at its end, its link. */
function LinkedWords({ message, link }: { message: string; link: ToastLink }) {
  return (
    <>
      {message}{" "}
      <Link
        to={link.href}
        onClick={() => toast.dismiss(message)}
        className="font-[600] text-accent-ink underline underline-offset-3"
      >
        {link.label}
      </Link>
    </>
  )
}
