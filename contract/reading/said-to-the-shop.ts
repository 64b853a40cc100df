/** Words to the person who prints rather than for print, in any place. */
const SAID_TO_THE_SHOP =
  /\b(please|pls|plz|plse|thank|thanks|thx|sorry|oops|whoops|typo|meant|instead|actually|before|after that|correction|corrected|ignore|disregard|scratch that|nevermind|never mind|changed? (?:it|that|to|my)|can (?:you|u|it|we|i)|could (?:you|u|it|we|i)|would (?:you|like)|i(?:'|’)?d like|i (?:want|need|would|meant|am ordering)|we (?:want|need)|want (?:it|the|this)|make (?:it|sure|the)|print(?:ed|ing)?|personali[sz]ed?|custom(?:i[sz]ed?)?|font|colou?rs?|caps|capital(?:s|i[sz]ed?)?|lower ?case|upper ?case|spelled|spelling|spelt|capitali[sz]e|letters?|emoji|symbol|as shown|as pictured|as in (?:the )?(?:photo|picture|listing)|same as|like (?:the )?(?:photo|picture|listing|shown)|picture|photo|listing|message me|e-?mail|contact me|let me know|order|ordered|no text|no name|without|only|just|not sure|idk|tbd|to follow|later|names?|numbers?|surname|should (?:be|say|read)|says?|reads?|sized?|small|medium|large|xl|xxl|toddler|youth|adult|shirts?|hoodies?|onesies?|mugs?|items?|pieces?|pcs|each|1st|2nd|3rd|4th|first one|second one|third one|the other|another)\b/i
/** The first words of a request. */
const ASKING =
  /^(?:see|check|use|put|add|write|send|text me|call|remove|replace|change|look|read|choose|pick|surprise|any|whatever|you (?:choose|pick|decide)|your choice|up to you|dealer['’]s choice)\b/i
/** A count: `x2`, `2x`, `2 of these`. */
const COUNTED = /\bx ?\d+\b|\b\d+ ?x\b|\b\d+ of\b|\bqty\b|\bquantity\b/i
const GREETING = /^(hi|hello|hey|hiya|dear|greetings|good (?:morning|afternoon|evening))\b/i

/** Returns true for words to the person who prints, which may not be meant for print. */
export function isSaidToTheShop(text: string): boolean {
  return (
    text.includes("?") || [SAID_TO_THE_SHOP, GREETING, ASKING, COUNTED].some((pattern) => pattern.test(text))
  )
}
