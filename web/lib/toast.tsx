import { Link } from "@tanstack/react-router"
import { toast } from "sonner"
import { texts } from "../../contract/text.ts"

/** Where a toast leads: one of our own paths, with `#hash` and `?query` where needed. */
export type ToastLink = { href: string; label: string }

const SUCCESS_MS = 5000
const ERROR_MS = 3000

/** Says that something was done. The same words again replace the toast that is still there. */
export function toastSuccess(message = "Success", link?: ToastLink): void {
  toast.success(message, {
    id: message,
    duration: SUCCESS_MS,
    action: link && <ToastAction link={link} id={message} />,
  })
}

/** Says what went wrong, in the server's words where there are any. */
export function toastError(message: string): void {
  const words = message === "" ? texts.errorOccurred : message
  toast.error(words, { id: words, duration: ERROR_MS })
}

function ToastAction({ link, id }: { link: ToastLink; id: string }) {
  return (
    <Link
      to={link.href}
      onClick={() => toast.dismiss(id)}
      className="ml-auto flex-none font-[600] text-accent-ink underline-offset-2 hover:underline"
    >
      {link.label}
    </Link>
  )
}
