/** Returns a vector logo without text, so that no font matters. */
export function logoSvg(): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" width="320" height="200">
    <rect x="20" y="20" width="280" height="160" rx="28" fill="#20304c"/>
    <circle cx="110" cy="100" r="52" fill="#ffcf56"/>
    <path d="M190 60h80v16h-80zM190 92h80v16h-80zM190 124h50v16h-50z" fill="#f7f7f2"/>
  </svg>`)
}
