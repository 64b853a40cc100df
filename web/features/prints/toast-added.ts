import { toast } from "sonner"
import { texts } from "../../../contract/text.ts"

const ADDED_MS = 2000

/** Shows that an image was added, briefly and at the top, so that it never covers the buttons. */
export function toastAdded(): void {
  toast.success(texts.imageAddedToPrint, {
    id: texts.imageAddedToPrint,
    duration: ADDED_MS,
    position: "top-center",
  })
}
