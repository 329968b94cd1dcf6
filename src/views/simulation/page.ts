import { escaped } from './line-chart.ts';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:900px;margin:2rem auto;padding:0 1rem;color:#111827}
h1{font-size:1.4rem}figure{margin:1.5rem 0}figcaption{font-weight:600;margin-bottom:.3rem}svg{width:100%;height:auto;font-size:12px;fill:#374151}
pre{overflow-x:auto;background:#f3f4f6;padding:1rem;border-radius:6px}table{border-collapse:collapse;margin:1rem 0}th,td{padding:.25rem .8rem;text-align:right;border-bottom:1px solid #e5e7eb}th:first-child,td:first-child{text-align:left}h2{font-size:1.15rem;margin-top:2.5rem}.key span{margin-right:1.2rem;white-space:nowrap}.key i{display:inline-block;width:1.4em;height:.25em;margin-right:.4em;vertical-align:middle}`;

/** A page that needs nothing from elsewhere. The title is text, the body HTML. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(title)}</h1>${body}
</body></html>
`;
}
