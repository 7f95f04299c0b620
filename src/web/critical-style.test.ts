import { describe, expect, it } from "vitest";
import { criticalStyle, readStyleSheet } from "./critical-style.ts";

const page = `<body class="page"><a class="button button--sun" href="/">x</a><p class="note">y</p></body>`;
const of = (css: string) => criticalStyle(page, readStyleSheet(css));

describe("what a page needs of the style sheet", () => {
  it.each([
    ["a rule of a tag", "body{margin:0}"],
    ["a class that is there", ".button{color:red}"],
    ["one of several selectors", ".gone,.note:hover{color:red}"],
    ["a state of what is there", ".button:focus-visible:not(.gone){color:red}"],
    ["any of several in brackets", ":is(.gone,.note) b{color:red}"],
    ["what holds something that is not there yet", ".page:has(.gone[open]){overflow:hidden}"],
    ["an attribute", "[data-theme=office]{color:red}"],
    ["a rule for a screen of some width", "@media (width<=600px){.note{color:red}}"],
    ["a brace in quotation marks", '.note:after{content:"}"}p{color:red}'],
    ["a face that the device has", "@font-face{font-family:Near;src:local(Arial)}"],
    ["what moves on it", ".note{animation:rise 1s}@keyframes rise{0%{opacity:0}to{opacity:1}}"],
  ])("%s is kept", (_what, css) => {
    expect(of(css)).toBe(css);
  });

  it.each([
    ["a class that is not there", ".gone{color:red}"],
    ["a class that is there inside one that is not", ".gone .button{color:red}"],
    ["a name that only begins alike", ".butt,.button--sun-2{color:red}"],
    ["a group in which nothing is left", "@media print{.gone{color:red}}"],
    ["a face that would have to be fetched", '@font-face{font-family:Far;src:url("/far.woff2")}'],
    ["what moves nowhere", "@keyframes fall{to{opacity:0}}"],
  ])("%s is left out", (_what, css) => {
    expect(of(css)).toBe("");
  });

  it("keeps the order, in which the later rule wins", () => {
    expect(of(".note{color:red}.gone{color:blue}@media print{.note{color:black}}p{color:green}")).toBe(
      ".note{color:red}@media print{.note{color:black}}p{color:green}",
    );
  });
});
