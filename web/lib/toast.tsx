import { Link } from "@tanstack/react-router"
import { toast } from "sonner"
import { texts } from "../../contract/text.ts"
import { messageOf, requestIdOf } from "./api.ts"

/** Where a toast leads: one of our own paths, with `#hash` and `?query` where needed. */
export type ToastLink = { href: string; label: string }

const SUCCESS_MS = 5000
const ERROR_MS = 3000

/** Reports a success. The same message again replaces the toast that still shows. */
export function toastSuccess(message = "Success", link?: ToastLink): void {
  const words = link ? <LinkedWords message={message} link={link} /> : message
  toast.success(words, { id: message, duration: SUCCESS_MS })
}

/** Reports an error by the server's message, or a general one. */
export function toastError(message: string): void {
  const words = message === "" ? texts.errorOccurred : message
  toast.error(words, { id: words, duration: ERROR_MS })
}

/** Reports a failed call, with the id for support. It stays while the mouse rests on it. */
export function toastFailure(error: unknown): void {
  const words = messageOf(error)
  const requestId = requestIdOf(error)
  const description = requestId === null ? undefined : `Request ${requestId}`
  toast.error(words, { id: words, duration: ERROR_MS, description })
}

/** The sentence and, at its end, the link that it speaks of. */
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
