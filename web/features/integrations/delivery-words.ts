import type { DeliveryAddress } from "../../../contract/delivery/delivery.ts"

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
