/** The card provider's own look: quiet, the order beside the form, nothing of the club but its name. */
export const cardPageStyle = `
*{box-sizing:border-box}
body{margin:0;background:#eef1f8;color:#1a2233;font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;color-scheme:light;overflow-wrap:break-word}
h1,h2,p,dl,dd{margin:0}
.in{max-width:1040px;margin:auto;padding-inline:24px}
.num,dd,.amount{font-variant-numeric:tabular-nums}
.top{background:#fff;border-bottom:1px solid #dde2ec}
.top .in{display:flex;justify-content:space-between;align-items:center;min-height:64px;gap:12px;flex-wrap:wrap;padding-block:10px}
.pv{display:flex;gap:10px;align-items:center;font-weight:700}
.pv svg{width:28px}
.test{background:#fff1cf;color:#6b4300;font-size:.875rem;font-weight:600;border-radius:6px;padding:4px 10px}
.grid{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,500px);gap:28px;align-items:start;padding-block:48px}
.order{background:linear-gradient(150deg,#1f3a8a,#142552);color:#fff;border-radius:20px;padding:28px 32px 20px;box-shadow:0 18px 40px rgba(20,37,82,.28)}
.pay{grid-template-columns:minmax(0,1fr);background:#fff;border-radius:20px;padding:28px 32px 32px;box-shadow:0 18px 40px rgba(20,37,82,.12)}
.order .back,.order h1,.order dt small{color:#d4defc}
.order .back:focus-visible{outline-color:#fff}
.order dl div{border-top-color:rgba(255,255,255,.22)}.order dl .t{border-top-color:rgba(255,255,255,.6)}
.back{color:#1f3a8a;font-weight:600;display:inline-flex;min-height:44px;align-items:center;text-underline-offset:4px}
.order h1{font-size:1rem;font-weight:600;margin-top:20px}
.amount{font-size:2.5rem;font-weight:700;letter-spacing:-.02em;line-height:1.2;margin-bottom:28px}
dl div{display:flex;justify-content:space-between;gap:24px;padding-block:14px;border-top:1px solid #dde2ec}
dt{min-width:0}dd{font-weight:600;white-space:nowrap}
dt small{display:block;color:#4b5569;font-size:.875rem}
dl .t{font-weight:700;border-top-color:#7b869c}
.pay{display:grid;gap:6px;align-content:start}
.pay h2{font-size:1.25rem;margin-bottom:6px}
label{display:block;font-weight:600;font-size:.9375rem;margin-top:10px}
input{width:100%;min-height:48px;border:1.5px solid #7b869c;border-radius:8px;padding:0 14px;font:inherit;font-size:1.0625rem;color:inherit;background:#fff}
input::placeholder{color:#5c667b;opacity:1}
input[readonly]{background:#f3f5f9;border-color:#c5cbd8}
input[aria-invalid]{border-color:#b3261e;box-shadow:0 0 0 1px #b3261e}
input,button{transition:border-color .15s,background .15s}
input:hover{border-color:#1f3a8a}
input:focus,button:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid #2f5bd7;outline-offset:1px;border-radius:8px}
.err{color:#b3261e;font-size:.9375rem;font-weight:600}
.two{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:14px;align-items:end}
.two>div{display:grid;gap:6px;align-self:start}
button,.button{min-height:54px;border:0;border-radius:12px;background:#2450c8;color:#fff;font:inherit;font-weight:700;font-size:1.125rem;cursor:pointer;padding:0 20px;width:100%}
.pay>button{margin-top:22px}
button:hover{background:#1b3f9f}
.quiet{background:#fff;color:#1f3a8a;border:1.5px solid #1f3a8a}
.quiet:hover{background:#eef2fc}
.safe{display:flex;gap:8px;align-items:center;color:#4b5569;font-size:.9375rem;margin-top:10px}
.safe svg{flex:none}
.alert{background:#fdecea;color:#8c1d18;border-radius:8px;padding:12px 16px;font-weight:600}
details{margin-top:18px;border:0;background:#f3f5fb;border-radius:8px;padding:4px 16px 12px}
summary{min-height:44px;display:flex;align-items:center;font-weight:600;cursor:pointer}
summary::before{content:"";width:8px;height:8px;border:solid #4b5569;border-width:0 2px 2px 0;transform:rotate(-45deg);margin-right:12px}
details[open]>summary::before{transform:rotate(45deg)}
summary::-webkit-details-marker{display:none}
table{border-collapse:collapse}
td{vertical-align:top;padding:4px 16px 4px 0;font-size:.9375rem}td:first-child{white-space:nowrap}
details p{color:#4b5569;font-size:.875rem;margin-top:6px}
.one{max-width:520px;margin:48px auto;padding-block:32px;background:#fff;border-radius:20px;box-shadow:0 18px 40px rgba(20,37,82,.12)}
.one h1{font-size:1.5rem;line-height:1.25;margin-bottom:10px}
.one dl{margin-block:24px}
.one form{display:grid;gap:12px}

@media(max-width:900px){.grid{grid-template-columns:minmax(0,1fr);gap:14px;padding-block:14px 32px}.order h1{margin-top:6px}.amount{margin-bottom:12px}.in{padding-inline:16px}.order,.pay{padding:16px 20px;border-radius:16px}.order dl div{padding-block:10px}.pay{padding-bottom:24px}.one{margin:16px;padding-block:24px 32px}}
@media(max-width:900px){tr{display:flex;flex-wrap:wrap}td:first-child{white-space:normal}}
@media(max-width:360px){td{padding-bottom:0}}
`.trim();
