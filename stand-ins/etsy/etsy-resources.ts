/**
 * Shops and listings with all the fields that Etsy's OpenAPI document gives them
 * (www.etsy.com/openapi/generated/oas/3.0.0.json), so that clients made from it read them.
 */

type ShopFacts = { shopId: number; userId: number; name: string; openedS: number; listings: number }

/** Returns a shop as `getShop` answers it. */
export function shopResource({ shopId, userId, name, openedS, listings }: ShopFacts) {
  const url = `https://www.etsy.com/shop/${name}`
  return {
    shop_id: shopId,
    user_id: userId,
    shop_name: name,
    ...times("create_date", "created_timestamp", openedS),
    ...times("update_date", "updated_timestamp", openedS),
    title: "Transfers, ready to press",
    announcement: null,
    currency_code: "USD",
    is_vacation: false,
    vacation_message: null,
    sale_message: null,
    digital_sale_message: null,
    listing_active_count: listings,
    digital_listing_count: 0,
    login_name: name.toLowerCase(),
    accepts_custom_requests: true,
    policy_welcome: null,
    policy_payment: null,
    policy_shipping: null,
    policy_refunds: null,
    policy_additional: null,
    policy_seller_info: null,
    policy_update_date: openedS,
    policy_has_private_receipt_info: false,
    has_unstructured_policies: false,
    policy_privacy: null,
    vacation_autoreply: null,
    url,
    image_url_760x100: null,
    num_favorers: 0,
    languages: ["en-US"],
    icon_url_fullxfull: null,
    is_using_structured_policies: true,
    has_onboarded_structured_policies: true,
    include_dispute_form_link: false,
    is_direct_checkout_onboarded: true,
    is_etsy_payments_onboarded: true,
    is_calculated_eligible: true,
    is_opted_in_to_buyer_promise: false,
    is_shop_us_based: true,
    transaction_sold_count: 0,
    shipping_from_country_iso: "US",
    shop_location_country_iso: "US",
    review_count: null,
    review_average: null,
  }
}

type ListingFacts = {
  listingId: number
  shopId: number
  userId: number
  title: string
  isPersonal: boolean
  hasSizes: boolean
  priceCents: number
  madeS: number
}

/** Returns a listing as the batch call answers it, without the parts that `includes` asks for. */
export function listingResource(facts: ListingFacts) {
  const { listingId, shopId, userId, title, isPersonal, hasSizes, priceCents, madeS } = facts
  const price = { amount: priceCents, divisor: 100, currency_code: "USD" }
  return {
    listing_id: listingId,
    user_id: userId,
    shop_id: shopId,
    title,
    description: "Printed on DTF film. Press at 300&deg;F for 15 seconds.",
    rich_description: null,
    state: "active",
    ...times("creation_timestamp", "created_timestamp", madeS),
    ending_timestamp: madeS + LISTED_S,
    original_creation_timestamp: madeS,
    ...times("last_modified_timestamp", "updated_timestamp", madeS),
    state_timestamp: madeS,
    quantity: 999,
    shop_section_id: null,
    featured_rank: -1,
    url: `https://www.etsy.com/listing/${listingId}`,
    num_favorers: 0,
    non_taxable: false,
    is_taxable: true,
    is_customizable: false,
    is_personalizable: isPersonal,
    listing_type: "physical",
    tags: ["dtf"],
    materials: ["film"],
    shipping_profile_id: null,
    return_policy_id: null,
    processing_min: 1,
    processing_max: 3,
    who_made: "i_did",
    when_made: "made_to_order",
    is_supply: false,
    item_weight: null,
    item_weight_unit: null,
    item_length: null,
    item_width: null,
    item_height: null,
    item_dimensions_unit: null,
    is_private: false,
    style: [],
    file_data: "",
    has_variations: hasSizes,
    should_auto_renew: true,
    language: "en-US",
    price,
    converted_price: null,
    taxonomy_id: null,
    readiness_state_id: null,
    suggested_title: null,
  }
}

/** Returns a listing's photo. */
export function imageResource(
  listingId: number,
  imageId: number,
  madeS: number,
  url: (form: string) => string,
) {
  return {
    listing_id: listingId,
    listing_image_id: imageId,
    hex_code: null,
    red: null,
    green: null,
    blue: null,
    hue: null,
    saturation: null,
    brightness: null,
    is_black_and_white: null,
    ...times("creation_tsz", "created_timestamp", madeS),
    rank: 1,
    url_75x75: url("il_75x75"),
    url_170x135: url("il_170x135"),
    url_570xN: url("il_570xN"),
    url_fullxfull: url("il_fullxfull"),
    full_height: 1500,
    full_width: 2000,
    alt_text: null,
  }
}

/** A listing runs for four months. */
const LISTED_S = 120 * 86_400

/** Returns each of these moments twice, under Etsy's old name for it and its new one. */
function times<Old extends string, New extends string>(old: Old, renamed: New, atS: number) {
  return { [old]: atS, [renamed]: atS } as Record<Old | New, number>
}
