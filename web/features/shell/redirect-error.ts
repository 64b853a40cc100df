import { texts } from "../../../contract/text.ts"

/** What `?error=` stands for. */
export function redirectErrorText(error: string): string {
  if (error === "auth_failed") return texts.authFailed
  if (error === "shop_already_exists") return texts.shopExists
  return texts.errorLater
}
