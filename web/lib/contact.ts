/** Where people reach whoever runs this deployment, as the server wrote it into the page. */
export function contactEmail(): string {
  return written("contact-email")
}

/** "" where nobody answers a phone. */
export function contactPhone(): string {
  return written("contact-phone")
}

function written(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ""
}
