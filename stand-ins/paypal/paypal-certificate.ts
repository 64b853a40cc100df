import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"

const RSA_BITS = 2048
const DAY_MS = 86_400_000
/** 1.2.840.113549.1.1.11, sha256WithRSAEncryption (RFC 8017), and 2.5.4.3, commonName. */
const SHA256_WITH_RSA = Buffer.from("06092a864886f70d01010b", "hex")
const COMMON_NAME = Buffer.from("0603550403", "hex")
const NULL = Buffer.from("0500", "hex")

export type Signer = { id: string; pem: string; key: KeyObject }

/**
 * Makes an RSA key and a self-signed X.509 certificate for it (RFC 5280), valid for a month around
 * today.
 */
export function makeSigner(name: string): Signer {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: RSA_BITS })
  const algorithm = sequence(SHA256_WITH_RSA, NULL)
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const now = Date.now()
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    subject,
    sequence(time(now - DAY_MS), time(now + 30 * DAY_MS)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
  )
  const signature = sign("sha256", body, privateKey)
  const certificate = sequence(body, algorithm, der(0x03, Buffer.of(0), signature))
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? []
  return {
    id: `CERT-${crypto.randomUUID().slice(0, 18)}`,
    pem: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey,
  }
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts)
}

/** Encodes tag, length and content (X.690). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length)
  if (length < 0x100) return Buffer.of(0x81, length)
  return Buffer.of(0x82, length >> 8, length & 0xff)
}

/** Encodes a UTCTime, `YYMMDDHHMMSSZ`. */
function time(atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replace(/\D/g, "").slice(2, 14)
  return der(0x17, Buffer.from(`${digits}Z`))
}
