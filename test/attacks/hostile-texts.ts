import { withoutDomain } from "#kernel/person-name.ts";
import { cleanedText, typedLine, typedText } from "#kernel/typed-text.ts";
import { cleanHtml } from "#ticketing/delivery/templates/template-html.server.ts";

/**
 * What an attacker, an old keyboard or a careless paste may put into any field, by what it attacks. A text is never
 * longer than a short field takes, except the one that is about length.
 */
export const hostileTexts: Readonly<Record<string, string>> = {
  "a replacement that copies what follows": "x$'y",
  "a replacement that copies what is before": "x$`y",
  "a replacement that copies the match": "$&$&",
  "a replacement that eats dollars": "$$1 $1 $<a>",
  "quotes of every sort": `'"\`\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb'''"""`,
  backslashes: "\\ \\\\ \\' \\\" \\n \\u0041 C\\:x\\",
  NUL: "a\0b",
  "other controls": "a\u0001b\u0007c\u0008d\u001be\u007ff\u0085g",
  "direction turned around": "a\u202egnp.exe\u202c \u061cb",
  "direction isolated": "\u2066a\u2069 \u2067b\u2069 \u200ec\u200f",
  "letters without width": "a\u200bb\u200cc\u200dd\u2060e\u00adf",
  "a byte order mark": "\ufeffa\ufeff",
  "a template of ours": "{{customer_name}} {{ticket_code}} {{7*7}} {{#each}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is what it looks like
  "a template of others": "${7*7} #{7*7} <%= 7*7 %> [[${7*7}]] {% raw %}",
  "an element": "<b data-hostile>fat</b> <x-hostile data-hostile=1>",
  "a script": "<script>alert(1)</script>",
  "the end of a script": "</script><script>alert(1)</script>",
  "a handler": `"><img src=x data-hostile onerror=alert(1)>`,
  "a drawing that runs": `"><svg data-hostile onload=alert(1)>`,
  "a handler without quotes": "' data-hostile=1 autofocus onfocus=alert(1) x='",
  "a comment": "<!-- a --> --!> <!--",
  "the end of CDATA": "]]> <![CDATA[ <?xml ?> <!DOCTYPE x>",
  "references to characters": "&lt;b&gt; &amp;amp; &#60; &#x3c; &quot",
  "a formula": "=1+1",
  "a formula with a sign": "+40 722 000 000",
  "a formula with a minus": "-2+3+cmd|' /C calc'!A0",
  "a formula with an at": "@SUM(1;1)",
  "a formula behind a tab": "\t=1+1",
  "a formula behind a return": "\r=1+1",
  "formulas in full width": "\uff1d1+1 \uff0b1 \uff0d1 \uff20SUM",
  "a formula behind a separator": ";=1+1;\t=1+1",
  "an encoded end of line": "a%0d%0aBcc:%20x@exemplu.ro%00%2e%2e",
  "a header": "a\r\nBcc: x@exemplu.ro\r\n\r\n<b data-hostile>b</b>",
  "an encoded word of mail": "=?utf-8?B?PGI+YTwvYj4=?= =?utf-8?Q?=0D=0ABcc:x?=",
  "a way up": "../../../../etc/passwd ..\\..\\win.ini",
  "an address that runs": "javascript:alert(1)//http://",
  "Markdown that runs":
    "[x](javascript:alert(1)) ![x](data:text/html,x) <javascript:alert(1)> [a][b] `<b data-hostile>`",
  "an address of data": "data:text/html,<script>alert(1)</script>",
  "an address of somebody else": "https://evil.example/?a=1&b=2#c",
  "a path that leaves the site": "//evil.example/\\evil.example",
  "ten thousand letters": `a${"\u0219".repeat(9998)}z`,
  "half a letter": "a\ud800b\udc00c\udbff",
  "a tower of marks": `Z${"\u0300\u0323\u0489".repeat(25)}a\u0301\u0327`,
  "letters of which each becomes many in print": "\ufdfa".repeat(60),
  pictographs:
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} \u{1f3f4}\u{e0067}\u{e0062}\u{e007f} 1\ufe0f\u20e3 \u{1f1f7}\u{1f1f4}",
  "letters with a cedilla": "\u015etefan \u0163\u0103r\u0103 s\u0326t\u0326",
  "a key of every object": "__proto__",
  "the maker of every object": "constructor",
  "an object as text": "[object Object] undefined null NaN",
  "ends of lines in JSON": 'a\u2028b\u2029c"},{"a":"b\\u0022',
  "a piece of SQL": "'; DROP TABLE profiles; --",
  "a stacked statement": "\\'; COMMIT; SET ROLE app_admin; SELECT pg_sleep(9); -- $$",
  "a condition that is true": "' OR '1'='1' /* \" OR 1=1",
  "signs of a pattern": "100%_\\%\\_ %% __",
  "a pattern alone": "%",
  "separators of a calendar": "a, b; c: d\\, \\; \\n\nEND:VEVENT",
  "separators of a table": 'a,b;c\td|e"f"',
  "a shell": "$(reboot) `reboot` ; reboot | reboot && reboot > y",
  "a policy": "'unsafe-inline' *; script-src * 'nonce-a'",
  "a name of a file": 'a"; filename="b.exe"; x="',
  "blanks of every sort": "a\u00a0b\u3000c\u2003 d   e\n\n\n\nf",
};

/** What may become of a typed text: the documented ways of cleaning one. */
export function cleanings(text: string): string[] {
  const sent = cleanedText(text);
  const plain = sent.replaceAll("\r\n", "\n");
  const line = sent.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ");
  return [
    sent,
    plain,
    line,
    typedLine(sent),
    typedText(plain),
    sent.slice(0, 300).toWellFormed(),
    // a person's name
    withoutDomain(typedLine(sent)),
    // the first paragraph of a legal text
    typedText(plain).split(/\n{2,}/)[0] ?? "",
    cleanHtml(plain),
  ];
}
