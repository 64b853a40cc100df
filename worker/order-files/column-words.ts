/** The names that columns have in German, French, Spanish and Italian; English ones are patterns (`mapped-file.ts`). */

import type { ImportField } from "../../contract/orders/order-import.ts"
import { headerKey } from "./file-layout.ts"

/** The names as `plainKey` makes them: without accents, `ß` as `ss`; the likelier first. */
const words: Record<ImportField, string> = {
  orderNumber: `bestellnummer, bestellnr, bestell nr, auftragsnummer, auftragsnr, auftrag nr, bestell id, bestellung, auftrag, belegnummer, beleg,
    numero de commande, no de commande, n de commande, num commande, numero commande, reference commande, reference de commande, id commande, commande,
    numero de pedido, no de pedido, n de pedido, num pedido, numero pedido, id de pedido, referencia de pedido, referencia del pedido, numero de orden, pedido,
    numero ordine, numero d ordine, numero dell ordine, n ordine, no ordine, nr ordine, id ordine, codice ordine, riferimento ordine, ordine`,
  orderDate: `bestelldatum, auftragsdatum, kaufdatum, bestellt am, datum,
    date de commande, date commande, date de la commande, date d achat, commande le,
    fecha de pedido, fecha del pedido, fecha pedido, fecha de compra, fecha,
    data ordine, data dell ordine, data d ordine, data acquisto, data`,
  shipBy: `versand bis, versenden bis, zu versenden bis, spatestes versanddatum, versanddatum, liefertermin, lieferdatum, lieferung bis, fallig am, fallig, bis,
    expedier avant, a expedier avant, expedier avant le, date limite d expedition, date d expedition, livrer avant, date de livraison, echeance,
    enviar antes de, enviar antes del, fecha limite de envio, fecha de envio, entregar antes de, fecha de entrega, fecha limite,
    spedire entro, spedire entro il, entro il, data di spedizione, data spedizione, data di consegna, data consegna, scadenza`,
  buyerName: `kundenname, kunde, kaufername, kaufer, name des kaufers, empfanger, empfangername, besteller, vor und nachname,
    nom du client, client, nom de l acheteur, acheteur, destinataire, nom complet, nom et prenom, nom,
    nombre del cliente, cliente, nombre del comprador, comprador, destinatario, nombre completo, nombre y apellidos, nombre,
    nome cliente, nome del cliente, acquirente, nome acquirente, nome completo, nome e cognome, nominativo, nome`,
  buyerEmail: `e mail adresse, email adresse, kunden e mail, mail,
    courriel, adresse e mail, adresse email, adresse mail, e mail du client, email client,
    correo electronico, correo, email del cliente, correo del cliente,
    posta elettronica, indirizzo email, indirizzo e mail, email cliente`,
  phone: `telefonnummer, telefon, tel, handynummer, handy, mobil,
    telephone, numero de telephone, portable, mobile,
    telefono, numero de telefono, movil,
    numero di telefono, cellulare`,
  address: `lieferadresse, versandadresse, anschrift, adresse, strasse und hausnummer, strasse,
    adresse de livraison, rue,
    direccion de envio, direccion, domicilio, calle,
    indirizzo di spedizione, indirizzo spedizione, indirizzo, via`,
  country: `lieferland, land, pays de livraison, pays, pais de envio, pais, paese, nazione`,
  itemTitle: `artikelbezeichnung, artikelname, produktname, artikel, produkt, bezeichnung, titel, beschreibung,
    nom du produit, nom de l article, produit, article, designation, libelle, titre,
    nombre del producto, nombre del articulo, producto, articulo, titulo, descripcion,
    nome prodotto, nome del prodotto, nome articolo, prodotto, articolo, titolo, descrizione`,
  sku: `artikelnummer, artikelnr, artikel nr, art nr, produktnummer, produkt nr,
    reference produit, reference article, reference du produit, code article, code produit, ref, reference,
    referencia del producto, codigo de producto, codigo de articulo, codigo del producto, referencia, codigo,
    codice articolo, codice prodotto, cod articolo, riferimento, codice`,
  variation: `variante, ausfuhrung, farbe, option, declinaison, couleur, modele, variacion, opcion, color, modelo, opzione, colore, modello`,
  size: `druckgrosse, grosse, druckbreite, breite, taille, largeur, dimension, dimensions, format, talla, tamano, ancho, medida, taglia, misura, dimensione, dimensioni, larghezza, formato`,
  quantity: `menge, anzahl, stuckzahl, stuck, stk, quantite, qte, nombre d articles, nb, cantidad, cant, unidades, uds, quantita, qta, pezzi, numero pezzi`,
  price: `einzelpreis, stuckpreis, preis pro stuck, preis, prix unitaire, prix, pu, precio unitario, precio por unidad, precio, prezzo unitario, prezzo`,
  currency: "wahrung, devise, monnaie, moneda, divisa, valuta, moneta",
  personalisation: `wunschtext, wunschname, aufdruck, beschriftung, text, kundentext, anmerkung, anmerkungen, kommentar, hinweis,
    texte personnalise, texte, inscription, message, remarque, commentaire,
    texto personalizado, texto, grabado, mensaje, observaciones, comentario, nota, notas,
    testo personalizzato, testo, incisione, messaggio, commento`,
  status:
    "bestellstatus, auftragsstatus, zustand, statut de la commande, statut, etat de la commande, etat, estado del pedido, estado, stato ordine, stato dell ordine, stato",
}

const wordsOf = new Map(
  Object.entries(words).map(([field, list]) => [
    field as ImportField,
    list.split(",").map((word) => word.trim()),
  ]),
)

/** A column with the keys by which it is known. */
type NamedColumn = { column: string; key: string; words: string }

export function namedColumn(column: string): NamedColumn {
  const key = headerKey(column)
  return { column, key, words: wordsIn(key) }
}

/** Returns the column that has one of the field's names; undefined without one. */
export function columnInWords(field: ImportField, columns: readonly NamedColumn[]): NamedColumn | undefined {
  for (const word of wordsOf.get(field) ?? []) {
    const match = columns.find(({ words }) => words === word)
    if (match) return match
  }
  return undefined
}

/** Returns a column's key in plain letters and digits, without what stands in brackets. */
function wordsIn(key: string): string {
  return key
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, " ")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}
