import type { DeliveryAddress } from "../../../contract/delivery/delivery.ts"
import { formatWhen, lowerFirst } from "../../lib/format.ts"

/** The names of the kinds, and of their addresses. */
export const kindWords: Record<DeliveryAddress["kind"], { name: string; address: string; hint: string }> = {
  WebDAV: {
    name: "Folder (WebDAV)",
    address: "Folder address",
    hint: "Nextcloud: https://…/remote.php/dav/files/NAME/Prints. The folder must exist.",
  },
  S3: {
    name: "S3 storage",
    address: "Endpoint",
    hint: "The address of the region, without the bucket: https://s3.eu-central-1.amazonaws.com",
  },
  Form: {
    name: "Upload form",
    address: "Form address",
    hint: "The address that the form sends files to. It may differ from the page that shows the form.",
  },
}

/** Returns `files.kimsprints.com/incoming`, with bucket and folder where it has them. */
export function placeOf(address: DeliveryAddress): string {
  const { host, pathname } = new URL(address.url)
  const place = `${host}${pathname.replace(/\/$/, "")}`
  if (address.kind !== "S3") return place
  return [place, address.bucket, address.prefix].filter(Boolean).join("/")
}

/** Returns who answered the last test, when and how fast; null if the address was never tested. */
export function answerWords({ url, lastTest }: DeliveryAddress): string | null {
  if (lastTest === null) return null
  const { works, tookMs, testedAt } = lastTest
  const { host } = new URL(url)
  const when = lowerFirst(formatWhen(testedAt))
  return works ? `${host} answered ${when}, in ${secondsText(tookMs)}` : `${host} failed the test ${when}`
}

/** `0.8 s` */
function secondsText(ms: number): string {
  return `${Math.max(0.1, Math.round(ms / 100) / 10)} s`
}
