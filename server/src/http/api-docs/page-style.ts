/** Without it a phone shows the page as wide as a desk; the page itself has no other way to say so. */
export const pageScript = `document.head.insertAdjacentHTML("beforeend", '<meta name="viewport" content="width=device-width, initial-scale=1">');`;

/** Makes the page at `/api/docs` readable on a phone: nothing is wider than the screen, and texts are as large as elsewhere. */
export const pageStyle = `
.swagger-ui .wrapper { padding: 0 16px; }
.swagger-ui .info { margin: 24px 0; overflow-wrap: anywhere; }
.swagger-ui .info .title small pre { font-size: 14px; }
.swagger-ui .renderedMarkdown pre > code { display: block; overflow-x: auto; padding: 12px; white-space: pre; font-size: 13px; font-weight: 400; line-height: 1.5; color: #24292f; }
.swagger-ui .renderedMarkdown code { padding: 1px 4px; font-size: 13px; font-weight: 400; color: #24292f; }
.swagger-ui .info h1 { margin: 32px 0 12px; font-size: 24px; }
.swagger-ui .info .renderedMarkdown { max-width: 80ch; line-height: 1.6; }
@media (max-width: 640px) {
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; overflow-wrap: anywhere; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex: 1 0 100%; padding: 0; }
  .swagger-ui table, .swagger-ui .responses-table, .swagger-ui .parameters { display: block; overflow-x: auto; }
}
`;
