import type { FontCategory, FontStyle, LibraryFontId } from "./font.ts"

/** One face of the library: a file of an npm package, as it is served and drawn with. */
export type LibraryFont = {
  _id: LibraryFontId
  family: string
  style: FontStyle
  weight: number
  category: FontCategory
  licence: "OFL-1.1" | "Apache-2.0"
  /** The path below node_modules/@expo-google-fonts/. */
  file: string
  bytes: number
  /** The SHA-256 of the file. */
  checksum: string
}

type Row = Omit<LibraryFont, "_id" | "style" | "licence"> & Partial<Pick<LibraryFont, "style" | "licence">>

/**
 * The fonts that come with the app, by what sellers use them for. A new version of a package that
 * changes a file's bytes fails the build until its checksum is put here: drawings name it.
 */
// biome-ignore format: one line for each face
const rows: readonly Row[] = [
  { family: "Graduate", weight: 400, category: "varsity", file: "graduate/Graduate_400Regular.ttf", bytes: 21288, checksum: "704377cce7e8e05d817358fd6caee8b64385517601b53b80c639302134fd50b5" },
  { family: "Alfa Slab One", weight: 400, category: "varsity", file: "alfa-slab-one/400Regular/AlfaSlabOne_400Regular.ttf", bytes: 92956, checksum: "5973b4362364338163f3e44d858e466b8ed4735100e54786cb2349c3adb7eb6f" },
  { family: "Anton", weight: 400, category: "varsity", file: "anton/400Regular/Anton_400Regular.ttf", bytes: 161588, checksum: "97aae409210d255fb3b92f18c8af2ed14941e10a1ee134a35bb91f52086de1d0" },
  { family: "Bebas Neue", weight: 400, category: "varsity", file: "bebas-neue/400Regular/BebasNeue_400Regular.ttf", bytes: 57676, checksum: "830ea186acffc2316ed1a4e42319246ba3b46b04e33a211079249bf901193f04" },
  { family: "League Gothic", weight: 400, category: "varsity", file: "league-gothic/400Regular/LeagueGothic_400Regular.ttf", bytes: 40632, checksum: "d28a425c063a599d56fb6605770d6e17bf0e8829a804dde9347ecb9756a03b2c" },
  { family: "Squada One", weight: 400, category: "varsity", file: "squada-one/400Regular/SquadaOne_400Regular.ttf", bytes: 17780, checksum: "3324dc1c3f45ad41937945344ceea7ccf5e613026154fd83c3a1ee0ea43b134a" },
  { family: "Staatliches", weight: 400, category: "varsity", file: "staatliches/400Regular/Staatliches_400Regular.ttf", bytes: 61400, checksum: "ca9d79f0e0e4a245551b65e4c262024232b0e4c1df0d380c803887bfe029f806" },
  { family: "Oswald", weight: 400, category: "varsity", file: "oswald/400Regular/Oswald_400Regular.ttf", bytes: 87248, checksum: "147373bfe10a9b1e0eb649bcf6408566d0cb7334271845f24d4c224cca1c4412" },
  { family: "Oswald", weight: 700, category: "varsity", file: "oswald/700Bold/Oswald_700Bold.ttf", bytes: 87600, checksum: "21843a0ccca2e97030da1330961646510ed6e9b8bb39620974c1195b9803034a" },
  { family: "Jersey 10", weight: 400, category: "numerals", file: "jersey-10/400Regular/Jersey10_400Regular.ttf", bytes: 76636, checksum: "d661892ab865793dbbf1d4d9514ca2d3c5adb5b1f06ad302fff4d021042dd82a" },
  { family: "Racing Sans One", weight: 400, category: "numerals", file: "racing-sans-one/400Regular/RacingSansOne_400Regular.ttf", bytes: 130080, checksum: "8533c1363f5dbc23af032c563dfdddae274442612483572d2751fa075cde57b1" },
  { family: "Teko", weight: 400, category: "numerals", file: "teko/400Regular/Teko_400Regular.ttf", bytes: 154700, checksum: "c4af24c6572ee3be229b9f7ccbc1fd3046cb83037722a60c8ba877a7e212bf44" },
  { family: "Teko", weight: 700, category: "numerals", file: "teko/700Bold/Teko_700Bold.ttf", bytes: 154864, checksum: "e3b69ddcde7175aa3b5b9b36f15af41e01b8ffea812f315e6a397748cec9341d" },
  { family: "Allura", weight: 400, category: "script", file: "allura/400Regular/Allura_400Regular.ttf", bytes: 234288, checksum: "2ae11ac492a9421060a84bbc2d0f196b55364b1f3af7f58a848e3acc93247d6c" },
  { family: "Caveat", weight: 400, category: "script", file: "caveat/400Regular/Caveat_400Regular.ttf", bytes: 256968, checksum: "271ee7c4a60b1be2ba13a66990e7475c76c982ac6e906c9db25139976282f6b8" },
  { family: "Caveat", weight: 700, category: "script", file: "caveat/700Bold/Caveat_700Bold.ttf", bytes: 257316, checksum: "b42cc772f3528d9150c29d6051e2ed3fd472ad4e584c73fe1500ee628d6b1ac0" },
  { family: "Dancing Script", weight: 400, category: "script", file: "dancing-script/400Regular/DancingScript_400Regular.ttf", bytes: 81140, checksum: "9ef04a03a7e36872dbb179ed3fbb11fde004bd01e35416c3270023f7a91dd4f4" },
  { family: "Dancing Script", weight: 700, category: "script", file: "dancing-script/700Bold/DancingScript_700Bold.ttf", bytes: 81420, checksum: "2bd1f21937334ffd94c3879b6032c04df6390833432dfc7a79d0020eae80d038" },
  { family: "Great Vibes", weight: 400, category: "script", file: "great-vibes/400Regular/GreatVibes_400Regular.ttf", bytes: 445300, checksum: "8671b4332bff26a2ca32c7388a2929320e0ade036e460bd76cd1a22abbd4d5b4" },
  { family: "Kaushan Script", weight: 400, category: "script", file: "kaushan-script/400Regular/KaushanScript_400Regular.ttf", bytes: 183972, checksum: "e4e5d5ae35aeef6d2a1f8ba99bad6d716cab67eb9a4cbf349b670008e2c086f5" },
  { family: "Lobster", weight: 400, category: "script", file: "lobster/400Regular/Lobster_400Regular.ttf", bytes: 396740, checksum: "cddd7779fb2e78382a654f91dd5a656218cf133a244e17a2f5d960c06f95d73c" },
  { family: "Pacifico", weight: 400, category: "script", file: "pacifico/400Regular/Pacifico_400Regular.ttf", bytes: 315408, checksum: "4dac9db3fa9ca072f7861fd916bf04bdceac6069d0f3a886f5e523d922e918f1" },
  { family: "Sacramento", weight: 400, category: "script", file: "sacramento/400Regular/Sacramento_400Regular.ttf", bytes: 64808, checksum: "a5b9de67be454a826b46d858512e32eec8c30312beb4c4f864aee2390414e9c5" },
  { family: "Satisfy", weight: 400, category: "script", licence: "Apache-2.0", file: "satisfy/400Regular/Satisfy_400Regular.ttf", bytes: 46976, checksum: "4b32302598dbc046768ae507e913c1468e7247cbeee3140540b445605a22c942" },
  { family: "Yellowtail", weight: 400, category: "script", licence: "Apache-2.0", file: "yellowtail/400Regular/Yellowtail_400Regular.ttf", bytes: 60864, checksum: "01418091041e0e73525b18416e3f9db9d63be7f9c0443c16465743bf3a9db48b" },
  { family: "Arvo", weight: 400, category: "slab", file: "arvo/400Regular/Arvo_400Regular.ttf", bytes: 38620, checksum: "47c25cfa05c6f0e25b8bf235a41747a6006e34a0442285797425da35c2995564" },
  { family: "Arvo", weight: 700, category: "slab", file: "arvo/700Bold/Arvo_700Bold.ttf", bytes: 37504, checksum: "687a59c5cfcdca79877524d3c2c3ffb6718211ca69a18410124e3a5cd04aaa9f" },
  { family: "Rye", weight: 400, category: "slab", file: "rye/400Regular/Rye_400Regular.ttf", bytes: 179188, checksum: "722825f800cf7ceae4791b274d45da9df517db7cf7a07bfafd34452b787c5354" },
  { family: "Special Elite", weight: 400, category: "slab", licence: "Apache-2.0", file: "special-elite/400Regular/SpecialElite_400Regular.ttf", bytes: 151068, checksum: "14780ea85064dcb150c23c9a87e2b870439c38668b6d8f1dad5c6db701ab9520" },
  { family: "Ultra", weight: 400, category: "slab", licence: "Apache-2.0", file: "ultra/400Regular/Ultra_400Regular.ttf", bytes: 51160, checksum: "7ef381ee8c86e6006ddc6f22880b6b67e520020b85467ed341b8cd71a44d7e66" },
  { family: "Baloo 2", weight: 400, category: "rounded", file: "baloo-2/400Regular/Baloo2_400Regular.ttf", bytes: 419972, checksum: "eec4fd382ebc8e2cca292778a73889ff80026f6e91e0e63fd311670103872fcd" },
  { family: "Baloo 2", weight: 700, category: "rounded", file: "baloo-2/700Bold/Baloo2_700Bold.ttf", bytes: 420092, checksum: "e1bc2e47cfd8897297d0713cbc22e6656b7e5eadddfac6ca16f78c5618c3fe60" },
  { family: "Comfortaa", weight: 400, category: "rounded", file: "comfortaa/400Regular/Comfortaa_400Regular.ttf", bytes: 111300, checksum: "3e24b56fd39db40cf2acec608f0d7d42851273b61144082f7784a41c50026277" },
  { family: "Comfortaa", weight: 700, category: "rounded", file: "comfortaa/700Bold/Comfortaa_700Bold.ttf", bytes: 111488, checksum: "492a6c62d53e4b0c8dbb1f4e53112b73a736537fb6a3a62eec26e0a6dbf92dee" },
  { family: "Fredoka", weight: 400, category: "rounded", file: "fredoka/400Regular/Fredoka_400Regular.ttf", bytes: 50004, checksum: "9f146128c709160d76662a275d8363a5da6cdca2490341d133f0802397e9b641" },
  { family: "Fredoka", weight: 700, category: "rounded", file: "fredoka/700Bold/Fredoka_700Bold.ttf", bytes: 49748, checksum: "d5b9534228a0359dad311598dd57e3d14111ce44aee9d8aac6aeca349bcbffea" },
  { family: "Lilita One", weight: 400, category: "rounded", file: "lilita-one/400Regular/LilitaOne_400Regular.ttf", bytes: 26828, checksum: "4444c23631884f411aa7f2fee35061b1756a9927940c62d2a5572acf470b3ffa" },
  { family: "Titan One", weight: 400, category: "rounded", file: "titan-one/400Regular/TitanOne_400Regular.ttf", bytes: 52708, checksum: "bcac194b2c80941682789e854d0515855a41dfa0d3f209fbf1725b15cd9fd063" },
  { family: "Varela Round", weight: 400, category: "rounded", file: "varela-round/400Regular/VarelaRound_400Regular.ttf", bytes: 132204, checksum: "14cc193adeb7f1b0628ee8859d27b4fbaecb142ec0adfb295dfd7f04809e6cbd" },
  { family: "Black Ops One", weight: 400, category: "stencil", file: "black-ops-one/400Regular/BlackOpsOne_400Regular.ttf", bytes: 163904, checksum: "5d505959baae778ca9ade82c0fed076aa5109eec2a69b9104462a7bd0c728fdb" },
  { family: "Saira Stencil One", weight: 400, category: "stencil", file: "saira-stencil-one/400Regular/SairaStencilOne_400Regular.ttf", bytes: 101596, checksum: "29271c256d168394f1aa73fb4da3c57d1c2f48e38acd01f824c636c9932150cc" },
  { family: "Wallpoet", weight: 400, category: "stencil", file: "wallpoet/400Regular/Wallpoet_400Regular.ttf", bytes: 38368, checksum: "505a2c97fca67a086f8d347cb5135e610519cb806f3b8d2ff54728d75ecbeb78" },
  { family: "Bangers", weight: 400, category: "comic", file: "bangers/400Regular/Bangers_400Regular.ttf", bytes: 92468, checksum: "1f9bcc5a779979918a0b8bbff38c87378040f0e52a45eecd47be7b2c6da363c2" },
  { family: "Chewy", weight: 400, category: "comic", licence: "Apache-2.0", file: "chewy/400Regular/Chewy_400Regular.ttf", bytes: 40212, checksum: "b4166ef435cce980819a25aa6ef045603378f2cb1477e377daaa6061765bb2be" },
  { family: "Comic Neue", weight: 400, category: "comic", file: "comic-neue/400Regular/ComicNeue_400Regular.ttf", bytes: 54844, checksum: "63690a24f0ded1a87858c22a4abe69f07765661d3b0ac7284f90235c5dbd9539" },
  { family: "Comic Neue", weight: 700, category: "comic", file: "comic-neue/700Bold/ComicNeue_700Bold.ttf", bytes: 53376, checksum: "c802d1294419c5584ab09cd1b9a674d16e94aa5ddc8b29705ccbf36ccede714e" },
  { family: "Luckiest Guy", weight: 400, category: "comic", licence: "Apache-2.0", file: "luckiest-guy/400Regular/LuckiestGuy_400Regular.ttf", bytes: 58324, checksum: "fbe683091b0db0faa8f38e5227ad3bc17dc67f119f27ff10a63d72f5f9bb9da3" },
  { family: "Permanent Marker", weight: 400, category: "comic", licence: "Apache-2.0", file: "permanent-marker/400Regular/PermanentMarker_400Regular.ttf", bytes: 73620, checksum: "4a613a4e0a67ad9c48ee6bbf664a59f73450069ad27c08d4ed21e1b9b1893590" },
  { family: "Bungee", weight: 400, category: "display", file: "bungee/400Regular/Bungee_400Regular.ttf", bytes: 118080, checksum: "b90c3ca443713b070cb1dec6a3bb1ef7572c2b565c431d9a85d74bbfa07e24cc" },
  { family: "Creepster", weight: 400, category: "display", file: "creepster/400Regular/Creepster_400Regular.ttf", bytes: 61368, checksum: "af46f60f81e666d31db895554b2fe255fe6b896a899363edb713b7c714c204c3" },
  { family: "Monoton", weight: 400, category: "display", file: "monoton/400Regular/Monoton_400Regular.ttf", bytes: 49908, checksum: "1565b395f454d5c2642d0f411030051e7342fbaf6d5bfc5da5899c47ecd3511e" },
  { family: "Press Start 2P", weight: 400, category: "display", file: "press-start-2p/400Regular/PressStart2P_400Regular.ttf", bytes: 116008, checksum: "8d0248e41694fdd875dbcde859ee1bae5982ecfdc6c7e5e451b48950d29ba95a" },
  { family: "Abril Fatface", weight: 400, category: "serif", file: "abril-fatface/400Regular/AbrilFatface_400Regular.ttf", bytes: 58448, checksum: "583d89b4dee24140d8c2228b55a5b71668c172c06ee2a7c71e1d1892b2eb01d7" },
  { family: "Cinzel", weight: 400, category: "serif", file: "cinzel/400Regular/Cinzel_400Regular.ttf", bytes: 76640, checksum: "6e67a440d19a22e7a14631e7fb8efb71cdf43fde8adf040b7935ac2b38519ab0" },
  { family: "Cinzel", weight: 700, category: "serif", file: "cinzel/700Bold/Cinzel_700Bold.ttf", bytes: 77060, checksum: "f606ab3a8a0a75863022676ea496478bb0f4d520ae8c40b6050df3d6dbffad20" },
  { family: "Playfair Display", weight: 400, category: "serif", file: "playfair-display/400Regular/PlayfairDisplay_400Regular.ttf", bytes: 193380, checksum: "861f838d481d28cbbd4793e45dc02f01d04c81e06ed98ab2779ca152ace9f27b" },
  { family: "Playfair Display", weight: 400, style: "italic", category: "serif", file: "playfair-display/400Regular_Italic/PlayfairDisplay_400Regular_Italic.ttf", bytes: 177972, checksum: "40a6afa92220254c2c426ccef129d3615dd19e4c591fbfa997e5f28ebba8302c" },
  { family: "Playfair Display", weight: 700, category: "serif", file: "playfair-display/700Bold/PlayfairDisplay_700Bold.ttf", bytes: 193720, checksum: "4f3b87b5aa297eed5e5a48dbd9941356ca0313d4725b02c29a298cb042b7b31b" },
  { family: "Playfair Display", weight: 700, style: "italic", category: "serif", file: "playfair-display/700Bold_Italic/PlayfairDisplay_700Bold_Italic.ttf", bytes: 178436, checksum: "db5737059ff617317aca97e9e35730f8933a2e187c75bbe2deaf45c4d72f5b1d" },
  { family: "Inter", weight: 400, category: "sans", file: "inter/400Regular/Inter_400Regular.ttf", bytes: 342408, checksum: "a414b48aa577ef2c62ebb135341ddeef33ee26a4f5dc9f787f93c1aab08ebb50" },
  { family: "Inter", weight: 700, category: "sans", file: "inter/700Bold/Inter_700Bold.ttf", bytes: 344072, checksum: "fbe825cbfc749317f57a1433d3905aa9d3f388732fd29b8e8a36f34845e3bc3e" },
  { family: "Montserrat", weight: 400, category: "sans", file: "montserrat/400Regular/Montserrat_400Regular.ttf", bytes: 330948, checksum: "ef9cf99f0175bef530b88934bd904fcf56f773cec6fd4dfb8ccaf7ce2bbd395e" },
  { family: "Montserrat", weight: 400, style: "italic", category: "sans", file: "montserrat/400Regular_Italic/Montserrat_400Regular_Italic.ttf", bytes: 337132, checksum: "7e87c0f96b39fbb919b30aef8991323d0b257649f391e6456bcf03c231448f49" },
  { family: "Montserrat", weight: 700, category: "sans", file: "montserrat/700Bold/Montserrat_700Bold.ttf", bytes: 335788, checksum: "7fa93d7daa5c2f881a6727229c211782de6b76008fbd6346b3d7664e8fc83f43" },
  { family: "Montserrat", weight: 700, style: "italic", category: "sans", file: "montserrat/700Bold_Italic/Montserrat_700Bold_Italic.ttf", bytes: 342016, checksum: "001a59b0f2c541080033b83ca6dfacce03095d99caa3594835f51b7c6d9ce758" },
  { family: "Montserrat", weight: 900, category: "sans", file: "montserrat/900Black/Montserrat_900Black.ttf", bytes: 343296, checksum: "b48e6741b9889ede4ffe3d8acfda3e6917c62127537b19fe7206cba04e6ebb63" },
  { family: "Noto Sans", weight: 400, category: "sans", file: "noto-sans/400Regular/NotoSans_400Regular.ttf", bytes: 629024, checksum: "fe8c022f48d8dd29f17b744d16f9346f4357e16f7d4f7be58b000ae7c291b614" },
  { family: "Noto Sans", weight: 400, style: "italic", category: "sans", file: "noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf", bytes: 642344, checksum: "feb3e57888ce3acb604f270c278cfb304c674306518771619ddbdefca42a066b" },
  { family: "Noto Sans", weight: 700, category: "sans", file: "noto-sans/700Bold/NotoSans_700Bold.ttf", bytes: 630968, checksum: "13a813c49624ae3ba3c5c6e72c5ebffc4b9e1e6ea32f421c04069b037c6ad431" },
  { family: "Noto Sans", weight: 700, style: "italic", category: "sans", file: "noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf", bytes: 644344, checksum: "7e34616e092593c340449baf9a259075a054c6419511ccf21ff0d83a1c9dd0d0" },
  { family: "Amiri", weight: 400, category: "arabic", file: "amiri/400Regular/Amiri_400Regular.ttf", bytes: 421196, checksum: "d26cd95609ed51b6419e3c7d4a066cb9fac7b73117868622f5b7f03998c68568" },
  { family: "Amiri", weight: 700, category: "arabic", file: "amiri/700Bold/Amiri_700Bold.ttf", bytes: 403996, checksum: "0cf3c9c5b967adb281a46f17293fe03b1fc05e0538ab4db4a4c2252f45098692" },
  { family: "Cairo", weight: 400, category: "arabic", file: "cairo/400Regular/Cairo_400Regular.ttf", bytes: 94480, checksum: "44786a38e27c58262cbd65341beda4fa4f6c7085ec42e830b35ba1ae37807030" },
  { family: "Cairo", weight: 700, category: "arabic", file: "cairo/700Bold/Cairo_700Bold.ttf", bytes: 94652, checksum: "a0e58d71b85b15902ea87914d8e31a6d22da48ac2db70213dcfd1a7dad3f198a" },
  { family: "Heebo", weight: 400, category: "hebrew", file: "heebo/400Regular/Heebo_400Regular.ttf", bytes: 56324, checksum: "0e104baeec4972ed144d65e0cda202db4667037f4da23255e40490a9dc9f0ccb" },
  { family: "Heebo", weight: 700, category: "hebrew", file: "heebo/700Bold/Heebo_700Bold.ttf", bytes: 56812, checksum: "121107da8abd83108cf3070bc16df827ff8dc8553affd47309d20f63060824c1" },
]

export const libraryFonts: readonly LibraryFont[] = rows.map(libraryFont)

function libraryFont(row: Row): LibraryFont {
  const { style = "normal", licence = "OFL-1.1", ...rest } = row
  const slug = `${familySlug(row.family)}-${row.weight}${style === "italic" ? "-italic" : ""}`
  return { ...rest, style, licence, _id: `library:${slug}` as LibraryFontId }
}

const byId = new Map<string, LibraryFont>(libraryFonts.map((font) => [font._id, font]))

export function findLibraryFont(id: string): LibraryFont | null {
  return byId.get(id) ?? null
}

/** Returns the address of a library font's file, which changes with the bytes. */
export function libraryFontPath({ _id, checksum }: LibraryFont): string {
  return `/fonts/${_id.slice("library:".length)}.${checksum.slice(0, 8)}.ttf`
}

export function libraryLicencePath({ family }: LibraryFont): string {
  return `/fonts/${familySlug(family)}.licence.txt`
}

function familySlug(family: string): string {
  return family.toLowerCase().replaceAll(" ", "-")
}
