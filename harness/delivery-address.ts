import type { DeliveryAddressInput } from "../contract/delivery/delivery.ts"
import { uploadForm } from "../stand-ins/delivery/fake-form.ts"
import { s3Account } from "../stand-ins/delivery/fake-s3.ts"
import { WEBDAV_FOLDER, webDavAccount } from "../stand-ins/delivery/fake-webdav.ts"

type WebDavInput = Extract<DeliveryAddressInput, { kind: "WebDAV" }>

/** Returns the stand-in folder server's account, or another address of its kind. */
export function addressInput(
  change: Partial<WebDavInput> = {},
  standIns = "http://localhost:8788",
): WebDavInput {
  return {
    kind: "WebDAV",
    name: "My shop",
    url: standIns + WEBDAV_FOLDER,
    ...webDavAccount,
    isAutomatic: false,
    ...change,
  }
}

/** Returns the stand-ins' own address of each kind. */
export function standInAddresses(
  standIns: string,
): Record<DeliveryAddressInput["kind"], DeliveryAddressInput> {
  const { accessKeyId, secretAccessKey, region, bucket } = s3Account
  return {
    WebDAV: addressInput({}, standIns),
    S3: {
      kind: "S3",
      name: "Storage",
      url: `${standIns}/s3`,
      ...{ bucket, region, accessKeyId, secretAccessKey },
      prefix: "gang sheets/2026",
      isAutomatic: false,
    },
    Form: {
      kind: "Form",
      name: "Upload form",
      url: standIns + uploadForm.path,
      fileField: uploadForm.fileField,
      fields: [{ name: uploadForm.wordField, value: uploadForm.word }],
      isAutomatic: false,
    },
  }
}
