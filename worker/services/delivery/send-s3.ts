import { AwsV4Signer } from "aws4fetch"
import { beginningOf, callOutside, dismiss, isPage, type OutgoingFile, urlBelow } from "./delivery-call.ts"
import { type DeliveryError, pageInstead, refusalOf, wrongLength } from "./delivery-error.ts"

/** A bucket, named in the path, as every storage that speaks S3 takes it. */
export type S3Target = {
  url: string
  bucket: string
  region: string
  /** The folders within the bucket, without slashes around them; "" for its top. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** S3's error codes that come from settings: docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const wordsOfCode: Record<string, string> = {
  AccessDenied: "The key is not allowed to write to this bucket",
  AuthorizationHeaderMalformed: "The bucket is in another region",
  EntityTooLarge: "The file is larger than the storage accepts",
  InvalidAccessKeyId: "The storage does not know this access key",
  InvalidBucketName: "The bucket's name is not valid",
  NoSuchBucket: "There is no such bucket",
  PermanentRedirect: "The bucket is at another address: enter the address of its region",
  QuotaExceeded: "The storage has no room left",
  SignatureDoesNotMatch: "The secret key does not belong to this access key",
}

/**
 * Puts a file into a folder of the bucket. A file of this name is replaced, so a repeat changes
 * nothing. Throws a DeliveryError.
 */
export async function sendByS3(target: S3Target, folder: string, file: OutgoingFile): Promise<void> {
  await put(target, [folder, file.name], file)
}

/** Writes a file below the prefix and removes it. Returns a notice for the seller. */
export async function tryS3(target: S3Target, file: OutgoingFile): Promise<string> {
  await put(target, [file.name], file)
  const response = await call(target, "DELETE", [file.name])
  await dismiss(response)
  return response.ok ? "" : `The test file could not be removed: ${file.name} is still there.`
}

async function put(target: S3Target, names: readonly string[], file: OutgoingFile): Promise<void> {
  const response = await call(target, "PUT", names, file)
  if (!response.ok) throw await s3RefusalOf(response)
  await dismiss(response)
  // S3 answers 200 and the ETag of what it has stored.
  if (isPage(response) || !response.headers.has("etag")) throw pageInstead("a storage")
  await proveArrived(target, names, file.bytes)
}

/** Asks for the object's length, unless the key may only write: then the ETag must be enough. */
async function proveArrived(target: S3Target, names: readonly string[], bytes: number): Promise<void> {
  const response = await call(target, "HEAD", names)
  await dismiss(response)
  if (response.status === 403) return
  if (!response.ok) throw refusalOf(response, "The file was accepted, but it is not there")
  const length = response.headers.get("content-length")
  const arrived = length === null ? null : Number(length)
  if (arrived !== bytes) throw wrongLength(arrived, bytes)
}

/** Makes a signed call; the signature leaves out the body, which https guards and nobody reads before. */
async function call(
  { url, bucket, prefix, region, accessKeyId, secretAccessKey }: S3Target,
  method: string,
  names: readonly string[],
  file?: OutgoingFile,
): Promise<Response> {
  const folders = prefix === "" ? [] : prefix.split("/")
  const signer = new AwsV4Signer({
    method,
    url: urlBelow(url, [bucket, ...folders, ...names]).href,
    headers: file ? { "content-type": file.mediaType } : {},
    service: "s3",
    region,
    accessKeyId,
    secretAccessKey,
  })
  const signed = await signer.sign()
  const body = file && { bytes: file.bytes, parts: [file.body] }
  return callOutside(signed.url, { method, headers: signed.headers, ...(body ? { body } : {}) })
}

/** Returns the refusal. Only codes that we know are repeated to the seller, nothing else of an answer. */
async function s3RefusalOf(response: Response): Promise<DeliveryError> {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(await beginningOf(response))?.[1] ?? ""
  return refusalOf(response, Object.hasOwn(wordsOfCode, code) ? wordsOfCode[code] : undefined)
}
