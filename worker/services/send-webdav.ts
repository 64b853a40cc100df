import { callOutside, dismiss, type OutgoingFile, urlBelow } from "./delivery-call.ts"
import { refusalOf } from "./delivery-error.ts"

/** A folder of RFC 4918, such as Nextcloud's `/remote.php/dav/files/NAME/Prints`. */
export type WebDavTarget = { url: string; user: string; password: string }

/**
 * Puts a file into a folder below the target's, which `makeFolder` has made. What is there under
 * this name is replaced, so a repeat changes nothing. Throws a DeliveryError.
 */
export async function sendByWebDav(target: WebDavTarget, folder: string, file: OutgoingFile): Promise<void> {
  await put(target, [folder, file.name], file)
}

/** Writes a file into the target's folder itself and removes it. Answers what is to be said of it. */
export async function tryWebDav(target: WebDavTarget, file: OutgoingFile): Promise<string> {
  await put(target, [file.name], file)
  const response = await callOutside(urlBelow(target.url, [file.name]), {
    method: "DELETE",
    headers: headersOf(target),
  })
  await dismiss(response)
  return response.ok ? "" : `It could not be removed again: ${file.name} is left there.`
}

/** Makes a folder below the target's unless it is there. Throws a DeliveryError. */
export async function makeFolder(target: WebDavTarget, folder: string): Promise<void> {
  const response = await callOutside(urlBelow(target.url, [folder], true), {
    method: "MKCOL",
    headers: headersOf(target),
  })
  await dismiss(response)
  // 405: it is there already.
  if (response.ok || response.status === 405) return
  throw refusalOf(response, response.status === 409 ? "There is no such folder at this address" : undefined)
}

async function put(target: WebDavTarget, names: readonly string[], file: OutgoingFile): Promise<void> {
  const response = await callOutside(urlBelow(target.url, names), {
    method: "PUT",
    headers: { ...headersOf(target), "content-type": file.mediaType },
    body: { bytes: file.bytes, parts: [file.body] },
  })
  await dismiss(response)
  if (response.ok) return
  throw refusalOf(response, response.status === 409 ? "There is no such folder at this address" : undefined)
}

function headersOf({ user, password }: WebDavTarget): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` }
}
