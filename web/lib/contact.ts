/** Returns the contact address of this deployment's operator, which the server wrote into the page. */
export function contactEmail(): string {
  return written("contact-email")
}

export function contactPhone(): string {
  return written("contact-phone")
}

function written(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ""
}
