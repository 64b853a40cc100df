import { beginningOf, callOutside, dismiss, isPage, type OutgoingFile, urlBelow } from "./delivery-call.ts"
import { pageInstead, refusalOf, wrongLength } from "./delivery-error.ts"

/** A folder of RFC 4918, such as Nextcloud's `/remote.php/dav/files/NAME/Prints`. */
export type WebDavTarget = { url: string; user: string; password: string }

/**
 * Puts a file into a folder below the target's, which `makeFolder` has made. A file of this name is
 * replaced, so a repeat changes nothing. Throws a DeliveryError.
 */
export async function sendByWebDav(target: WebDavTarget, folder: string, file: OutgoingFile): Promise<void> {
  await put(target, [folder, file.name], file)
}

/** Writes a file into the target's folder itself and removes it. Returns a notice for the seller. */
export async function tryWebDav(target: WebDavTarget, file: OutgoingFile): Promise<string> {
  await put(target, [file.name], file)
  const response = await callOutside(urlBelow(target.url, [file.name]), {
    method: "DELETE",
    headers: headersOf(target),
  })
  await dismiss(response)
  return response.ok ? "" : `The test file could not be removed: ${file.name} is still there.`
}

/** Makes a folder below the target's unless it is there. Throws a DeliveryError. */
export async function makeFolder(target: WebDavTarget, folder: string): Promise<void> {
  const response = await callOutside(urlBelow(target.url, [folder], true), {
    method: "MKCOL",
    headers: headersOf(target),
  })
  await dismiss(response)
  if (isPage(response) && response.ok) throw pageInstead("a WebDAV folder")
  // 405: the folder exists already.
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
  if (!response.ok)
    throw refusalOf(response, response.status === 409 ? "There is no such folder at this address" : undefined)
  if (isPage(response)) throw pageInstead("a WebDAV folder")
  await proveArrived(target, names, file.bytes)
}

/** Asks for the file's length, which a folder server knows and a portal in front of it does not. */
async function proveArrived(target: WebDavTarget, names: readonly string[], bytes: number): Promise<void> {
  const response = await callOutside(urlBelow(target.url, names), {
    method: "PROPFIND",
    headers: { ...headersOf(target), depth: "0", "content-type": "application/xml" },
    body: { bytes: lengthAsked.length, parts: [lengthAsked] },
  })
  if (response.status !== 207) {
    await dismiss(response)
    if (response.ok) throw pageInstead("a WebDAV folder")
    throw refusalOf(
      response,
      response.status === 404 ? "The file was accepted, but it is not there" : undefined,
    )
  }
  const length = /<(?:[\w.-]+:)?getcontentlength[^>]*>\s*(\d+)\s*</i.exec(await beginningOf(response))?.[1]
  const arrived = length === undefined ? null : Number(length)
  if (arrived !== bytes) throw wrongLength(arrived, bytes)
}

const lengthAsked = new TextEncoder().encode(
  '<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getcontentlength/></prop></propfind>',
)

function headersOf({ user, password }: WebDavTarget): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` }
}
