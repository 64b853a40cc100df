import {
  type DeliveryAddress,
  type DeliveryAddressInput,
  deliverySecretSchemas,
  deliverySettingsSchemas,
} from "../../../contract/delivery/delivery.ts"
import type { Id } from "../../../contract/id.ts"
import type { DeliveryAddressRow } from "../../data/delivery/delivery-address-rows.ts"
import { type Env, settingsOf } from "../../env.ts"
import { openSecret, sealSecret } from "../../secrets/token-vault.ts"
import type { Arrival, OutgoingFile } from "../../services/delivery/delivery-call.ts"
import { DeliveryError } from "../../services/delivery/delivery-error.ts"
import { addressProblem } from "../../services/delivery/outside-address.ts"
import { type FormTarget, sendByForm } from "../../services/delivery/send-form.ts"
import { type S3Target, sendByS3, tryS3 } from "../../services/delivery/send-s3.ts"
import {
  makeFolder,
  sendByWebDav,
  tryWebDav,
  type WebDavTarget,
} from "../../services/delivery/send-webdav.ts"

/** An address with its secret open: in memory only, for the calls of one job or request. */
export type DeliveryTarget =
  | ({ kind: "WebDAV" } & WebDavTarget)
  | ({ kind: "S3" } & S3Target)
  | ({ kind: "Form" } & FormTarget)

const SECRET_LOST = "The password or key of this address is missing. Edit the address and enter it again."

/** Returns an address as it is stored: its shown parts as JSON, and its sealed secret, if one was given. */
export async function storedAddress(
  env: Env,
  id: Id,
  input: DeliveryAddressInput,
): Promise<Pick<DeliveryAddressRow, "settings"> & { sealedSecret: string | null }> {
  switch (input.kind) {
    case "WebDAV": {
      const { user, password } = input
      return {
        settings: JSON.stringify({ user }),
        sealedSecret: await seal(env, id, password && { password }),
      }
    }
    case "S3": {
      const { bucket, region, prefix, accessKeyId, secretAccessKey } = input
      const settings = JSON.stringify({ bucket, region, prefix, accessKeyId })
      return { settings, sealedSecret: await seal(env, id, secretAccessKey && { secretAccessKey }) }
    }
    case "Form": {
      const { fileField, fields } = input
      const settings = JSON.stringify({ fileField, fieldNames: (fields ?? []).map(({ name }) => name) })
      return { settings, sealedSecret: await seal(env, id, fields && { fields }) }
    }
  }
}

/** Converts a row to an API reply. */
export function addressReply(row: DeliveryAddressRow): DeliveryAddress {
  const { id, name, url, isAutomatic, lastTest, createdAt, updatedAt } = row
  const shown = {
    _id: id,
    name,
    url,
    isAutomatic,
    hasSecret: row.sealedSecret !== null,
    lastTest,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
  const settings: unknown = JSON.parse(row.settings)
  switch (row.kind) {
    case "WebDAV":
      return { kind: row.kind, ...shown, ...deliverySettingsSchemas.WebDAV.parse(settings) }
    case "S3":
      return { kind: row.kind, ...shown, ...deliverySettingsSchemas.S3.parse(settings) }
    case "Form":
      return { kind: row.kind, ...shown, ...deliverySettingsSchemas.Form.parse(settings) }
  }
}

/** Opens an address for sending. Throws a DeliveryError if its secret is lost or it may not be used. */
export async function openTarget(env: Env, row: DeliveryAddressRow): Promise<DeliveryTarget> {
  const { url, kind } = row
  const problem = addressProblem(url, settingsOf(env).APP_ORIGIN)
  if (problem !== null) throw new DeliveryError(problem, false)
  const secret =
    row.sealedSecret && (await openSecret(settingsOf(env).TOKEN_KEYS, ownerOf(row.id), row.sealedSecret))
  if (!secret) throw new DeliveryError(SECRET_LOST, false)
  const settings: unknown = JSON.parse(row.settings)
  const opened: unknown = JSON.parse(secret)
  switch (kind) {
    case "WebDAV":
      return {
        kind,
        url,
        ...deliverySettingsSchemas.WebDAV.parse(settings),
        ...deliverySecretSchemas.WebDAV.parse(opened),
      }
    case "S3":
      return {
        kind,
        url,
        ...deliverySettingsSchemas.S3.parse(settings),
        ...deliverySecretSchemas.S3.parse(opened),
      }
    case "Form":
      return {
        kind,
        url,
        fileField: deliverySettingsSchemas.Form.parse(settings).fileField,
        ...deliverySecretSchemas.Form.parse(opened),
      }
  }
}

/** Makes a print's folder if its files need one. Throws a DeliveryError. */
export async function prepareFolder(target: DeliveryTarget, folder: string): Promise<void> {
  if (target.kind === "WebDAV") await makeFolder(target, folder)
}

/** Sends one file into a print's folder; a form knows no folders. Throws a DeliveryError. */
export async function sendFile(target: DeliveryTarget, folder: string, file: OutgoingFile): Promise<Arrival> {
  switch (target.kind) {
    case "WebDAV":
      await sendByWebDav(target, folder, file)
      return "arrived"
    case "S3":
      await sendByS3(target, folder, file)
      return "arrived"
    case "Form":
      return sendByForm(target, { ...file, name: nameWithPrint(folder, file.name) })
  }
}

/**
 * Writes a small file and removes it if possible; returns a notice for the seller, "" for none. Throws
 * a DeliveryError.
 */
export async function tryTarget(target: DeliveryTarget): Promise<string> {
  const text = new TextEncoder().encode("Sheetsmith can write here.\n")
  const file: OutgoingFile = {
    name: "sheetsmith-test.txt",
    bytes: text.length,
    mediaType: "text/plain",
    body: new Blob([text]).stream(),
  }
  switch (target.kind) {
    case "WebDAV":
      return tryWebDav(target, file)
    case "S3":
      return tryS3(target, file)
    case "Form":
      if ((await sendByForm(target, file)) === "unsure")
        throw new DeliveryError(
          `The form answered with a web page, so we cannot tell whether it works: check there for ${file.name}.`,
          false,
        )
      return `The form has accepted a test file, ${file.name}, which stays there.`
  }
}

/** Returns a name with the print's code, which ends the folder's name, for places without folders. */
function nameWithPrint(folder: string, name: string): string {
  return name.includes(folder.slice(folder.lastIndexOf(" ") + 1)) ? name : `${folder} ${name}`
}

/**
 * Seals a secret again with the first of the keys; null if no key opens it. Only this address's own
 * secret opens.
 */
export async function sealAnew(env: Env, id: Id, sealed: string): Promise<string | null> {
  const keys = settingsOf(env).TOKEN_KEYS
  const secret = await openSecret(keys, ownerOf(id), sealed)
  return secret === null ? null : sealSecret(keys, ownerOf(id), secret)
}

async function seal(env: Env, id: Id, secret: object | "" | undefined): Promise<string | null> {
  return secret ? sealSecret(settingsOf(env).TOKEN_KEYS, ownerOf(id), JSON.stringify(secret)) : null
}

function ownerOf(id: Id): string {
  return `delivery-address:${id}`
}
