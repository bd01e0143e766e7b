const shared = globalThis as { portalPorts?: Map<string, unknown> };
shared.portalPorts ??= new Map();
const ports = shared.portalPorts;

/** What a domain asks of another that stands above it: the lower one says the shape, the higher one provides it where its server code loads. */
export function port<Shape>(name: string): { provide(shape: Shape): void; get(): Shape } {
  return {
    provide: (shape) => void ports.set(name, shape),
    get() {
      const shape = ports.get(name);
      if (shape === undefined) throw new Error(`nobody provides ${name}`);
      return shape as Shape;
    },
  };
}
