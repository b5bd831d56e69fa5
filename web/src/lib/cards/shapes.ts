// Shapes that several drawings share, each as one path.

/** Every other wedge of a sunburst that fills the rectangle around (x, y). */
export function rays(x: number, y: number, halfWidth: number, halfHeight: number, count: number): string {
  const edge = (turn: number): string => {
    const angle = turn * 2 * Math.PI;
    const reach = Math.min(halfWidth / Math.abs(Math.cos(angle)), halfHeight / Math.abs(Math.sin(angle)));
    return `${(x + reach * Math.cos(angle)).toFixed(1)} ${(y + reach * Math.sin(angle)).toFixed(1)}`;
  };
  return Array.from({ length: count }, (_, wedge) => `M${x} ${y}L${edge((wedge + 0.25) / count)} ${edge((wedge + 0.75) / count)}z`).join('');
}

/** Copies of a relative path at the given places. */
export function copies(path: string, places: readonly (readonly [number, number])[]): string {
  return places.map(([x, y]) => `M${+x.toFixed(1)} ${+y.toFixed(1)}${path}`).join('');
}
