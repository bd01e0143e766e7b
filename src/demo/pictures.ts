import type { Family } from './catalogue';

/** A drawn picture of a product as SVG text, 480 x 480; no photographs of real goods. */
export function drawing(family: Pick<Family, 'shape' | 'colour'>, title: string, brand: string): string {
  const { colour, shape } = family;
  const label = (y: number, w = 170) =>
    `<rect x="${240 - w / 2}" y="${y}" width="${w}" height="74" rx="8" fill="#fff" opacity=".94"/><text x="240" y="${y + 31}" font-size="20" font-weight="700" text-anchor="middle" fill="${colour}">${brand}</text><text x="240" y="${y + 57}" font-size="15" text-anchor="middle" fill="#333">${title.slice(0, 10)}</text>`;
  const bodies: Record<Family['shape'], string> = {
    bucket: `<ellipse cx="240" cy="392" rx="112" ry="18" fill="#0002"/><path d="M126 138h228l-18 250H144z" fill="${colour}"/><path d="M126 138h60l-8 250h-34z" fill="#fff2"/><rect x="112" y="112" width="256" height="34" rx="12" fill="${colour}"/><rect x="112" y="112" width="256" height="12" rx="6" fill="#fff4"/><path d="M122 130C120 60 360 60 358 130" fill="none" stroke="#889" stroke-width="6"/>${label(220)}`,
    roll: `<ellipse cx="240" cy="396" rx="150" ry="16" fill="#0002"/><rect x="110" y="150" width="250" height="230" rx="14" fill="${colour}"/><rect x="110" y="150" width="250" height="60" fill="#fff1"/><ellipse cx="360" cy="265" rx="42" ry="115" fill="#222"/><ellipse cx="360" cy="265" rx="30" ry="84" fill="${colour}"/><ellipse cx="360" cy="265" rx="13" ry="38" fill="#eee"/>${label(230, 176)}`,
    bag: `<ellipse cx="240" cy="404" rx="120" ry="14" fill="#0002"/><path d="M136 96c30 12 178 12 208 0l14 300c-60 14-176 14-236 0z" fill="${colour}"/><path d="M136 96c30 12 178 12 208 0l2 30c-50 12-162 12-212 0z" fill="#0002"/><path d="M150 130l-10 250" stroke="#fff3" stroke-width="10"/>${label(212)}`,
    tube: `<ellipse cx="240" cy="420" rx="60" ry="10" fill="#0002"/><path d="M224 60h32l8 90h-48z" fill="#dde3e8"/><rect x="190" y="148" width="100" height="266" rx="10" fill="${colour}"/><rect x="200" y="148" width="16" height="266" fill="#fff3"/><rect x="186" y="404" width="108" height="14" rx="7" fill="#334"/><g transform="translate(240 280) rotate(-90) translate(-240 -280)">${label(243, 190)}</g>`,
    tool: `<ellipse cx="240" cy="410" rx="120" ry="12" fill="#0002"/><rect x="216" y="210" width="48" height="196" rx="20" fill="#b5835a"/><rect x="222" y="220" width="12" height="170" rx="6" fill="#fff3"/><rect x="130" y="92" width="220" height="124" rx="16" fill="${colour}"/>${label(116, 176)}`,
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" font-family="Noto Sans CJK SC,Microsoft YaHei,sans-serif"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#f6f8f9"/><stop offset="1" stop-color="#e3e9ec"/></linearGradient></defs><rect width="480" height="480" fill="url(#g)"/>${bodies[shape]}</svg>`;
}
