import type { DeliveryAddress } from "../../../contract/delivery/delivery.ts"

/** What the kinds are called, and what their address is. */
export const kindWords: Record<DeliveryAddress["kind"], { name: string; address: string; hint: string }> = {
  WebDAV: {
    name: "Folder (WebDAV)",
    address: "Address of the folder",
    hint: "Nextcloud: https://…/remote.php/dav/files/NAME/Prints. The folder has to be there.",
  },
  S3: {
    name: "S3 storage",
    address: "Endpoint",
    hint: "Of the region, without the bucket: https://s3.eu-central-1.amazonaws.com",
  },
  Form: {
    name: "Upload form",
    address: "Address of the form",
    hint: "Where the form sends its files, which is not always the page that shows it.",
  },
}
