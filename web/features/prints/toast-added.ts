import { toast } from "sonner"
import { texts } from "../../../contract/text.ts"

const SHORT_MS = 2000

/** Says that an image is in the print. At the top and short: where toasts lie, the buttons are that come next. */
export function toastAdded(): void {
  toast.success(texts.imageAddedToPrint, {
    id: texts.imageAddedToPrint,
    duration: SHORT_MS,
    position: "top-center",
  })
}
