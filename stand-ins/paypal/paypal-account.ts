/** A merchant's app, as PayPal's dashboard shows it. */
export type PayPalApp = { clientId: string; clientSecret: string; merchantId: string }

/** The one account that this PayPal knows; the app's local settings name it. */
export const paypalAccount: PayPalApp = {
  clientId: "stand-in-client",
  clientSecret: "stand-in-secret-of-no-worth",
  merchantId: "STANDINMERCHANT",
}
