// The faces that players choose from: animals in flat shapes, drawn around the middle of a square of 64.

/** A filled shape; with a width, a line. */
type Shape = [ink: string, path: string, width?: number];
interface Drawn {
  ground: string;
  shapes: Shape[];
}

const INK = '#2b2320';
const WHITE = '#fffaf0';
const ROSE = '#e58f8a';

const ellipse = (x: number, y: number, rx: number, ry: number): string => `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
/** An oval in the middle, or one on each side. */
const oval = (x: number, y: number, rx: number, ry = rx): string => ellipse(x, y, rx, ry) + (x ? ellipse(-x, y, rx, ry) : '');
/** A path of pairs of numbers, and its mirror image. */
const both = (path: string): string => path + path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${-Number(x)} ${y}`);
const eyes = (x: number, y: number, size = 2.7, ink = INK): Shape[] => [
  [ink, oval(x, y, size, size * 1.12)],
  [WHITE, ellipse(x + size / 3, y - size / 3, size / 3, size / 3) + ellipse(-x + size / 3, y - size / 3, size / 3, size / 3)],
];
const mouth = (y: number, width = 5): Shape => [INK, both(`M0 ${y}Q${-width / 2} ${y + 4} ${-width} ${y + 1}`), 1.6];

/** A ring of points around the middle. */
function spikes(count: number, outer: number, inner: number): string {
  const points = Array.from({ length: 2 * count }, (_, place) => {
    const [angle, radius] = [(place * Math.PI) / count, place % 2 ? inner : outer];
    return `${(radius * Math.sin(angle)).toFixed(1)} ${(2 - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

export const FACES: Record<string, Drawn> = {
  fox: { ground: '#bcd8c1', shapes: [
    ['#c9541f', both('M-23 -23Q-12 -22 -4 -12L-20 2Z')], ['#3b2a25', both('M-20.5 -19Q-14 -18 -10 -12L-18 -6Z')],
    ['#e2702f', 'M-23 -3Q0 -23 23 -3Q18 13 0 24Q-18 13 -23 -3Z'], [WHITE, both('M-23 -3Q-7 -2 0 24Q-18 13 -23 -3Z')],
    ...eyes(9, 0), [INK, oval(0, 20.5, 3.6, 2.9)] ] },
  owl: { ground: '#f0c987', shapes: [
    ['#6b4630', both('M-21 -22Q-10 -18 -2 -14L-20 -2Z')], ['#85583b', oval(0, 3, 22, 23)], ['#e8d3ae', oval(0, 17, 13, 11)],
    [WHITE, oval(9, -3, 9.5)], ...eyes(8.5, -3, 4.4), ['#e39a2d', 'M-4 3L4 3L0 11Z'], ['#a87b52', both('M0 16Q-3 19 -6 16M0 21Q-3 24 -6 21'), 1.6] ] },
  cat: { ground: '#e9b7a4', shapes: [
    ['#5d6470', both('M-21 -25Q-9 -20 -2 -13L-20 2Z')], [ROSE, both('M-18 -19Q-12 -17 -8 -12L-17 -5Z')], ['#747d8b', oval(0, 4, 21, 18)],
    ['#5d6470', 'M-2 -14L2 -14L1 -5L-1 -5Z' + both('M-9 -13L-5 -13L-6 -6L-7 -6Z')], [WHITE, oval(3.8, 11, 5.2, 4.4)],
    ...eyes(9, 1, 3.2, '#2f3a24'), [ROSE, 'M-3 6.5L3 6.5L0 10Z'], ['#3f444d', both('M-12 9L-26 6M-12 12L-26 14'), 1.1] ] },
  bear: { ground: '#9cc3d5', shapes: [
    ['#6d452b', oval(15, -14, 8)], ['#c99a6b', oval(15, -14, 4)], ['#85583b', oval(0, 3, 21.5, 20)], ['#e3c59a', oval(0, 11, 10, 8)],
    ...eyes(9, -1), [INK, oval(0, 7.5, 4, 2.9)], mouth(11, 4.5) ] },
  hare: { ground: '#8fb58f', shapes: [
    ['#d9cbb8', both('M-3 -8Q-4 -29 -10 -30Q-17 -30 -13 -6Z')], [ROSE, both('M-6.5 -10Q-7 -25 -10 -25Q-13 -25 -11 -8Z')], ['#eadfce', oval(0, 7, 18, 17)],
    ...eyes(8.5, 3, 3), [ROSE, oval(0, 10, 2.6, 2) + oval(13, 12, 3.6, 2.4)], mouth(12, 5), [WHITE, 'M-2.6 15H2.6V20.5Q0 21.5 -2.6 20.5Z'] ] },
  frog: { ground: '#f3d8a0', shapes: [
    ['#4f8f3d', oval(12, -12, 9)], ['#63a84e', oval(0, 5, 24, 18)], ['#a9d489', oval(0, 14, 16, 8)], [WHITE, oval(12, -12, 6)],
    ...eyes(12, -12, 3.3), ['#2f5c25', both('M0 12Q-10 12 -15 6'), 2], ['#2f5c25', oval(3, 2, 1)], [ROSE, oval(18, 8, 3.2, 2.2)] ] },
  hedgehog: { ground: '#c7b6dd', shapes: [
    ['#55392a', spikes(15, 28, 21)], ['#75513b', spikes(13, 22, 17)], ['#c99a6b', oval(14, 0, 4.5)], ['#eed3ab', oval(0, 8, 15.5, 13)],
    ...eyes(7, 5), [ROSE, oval(11, 12, 3, 2)], [INK, oval(0, 12, 3.8, 3.1)], mouth(15, 4) ] },
  crow: { ground: '#e6a95c', shapes: [
    ['#2c3042', 'M-4 -14Q-6 -24 -12 -26Q2 -28 4 -14Z'], ['#3b4158', oval(0, 4, 20, 21)], ['#535b78', oval(0, 20, 12, 8)], [WHITE, oval(8, -2, 6)],
    ...eyes(7.5, -2, 3.2), ['#f0b43c', 'M-7 5Q0 0 7 5L0 19Z'], ['#c2862a', 'M-7 5Q0 9 7 5L0 8Z'] ] },
  badger: { ground: '#d9866b', shapes: [
    ['#2f2b2c', oval(16, -13, 6)], [WHITE, oval(16, -13, 3)], ['#f4eee2', 'M-20 -4Q0 -26 20 -4Q19 14 0 24Q-19 14 -20 -4Z'],
    ['#2f2b2c', both('M-17 -10Q-9 -20 -5 -8Q-4 6 -7 16Q-17 12 -17 -10Z')], [WHITE, oval(9.5, 0, 3.4)], ...eyes(9.5, 0, 2.4), [INK, oval(0, 18, 4, 3)] ] },
  mouse: { ground: '#f2cf6b', shapes: [
    ['#8a8f9c', oval(17, -11, 11)], [ROSE, oval(17, -11, 7)], ['#a3a8b4', 'M-17 -2Q0 -20 17 -2Q16 14 0 21Q-16 14 -17 -2Z'],
    ...eyes(7.5, 2, 3), ['#e3dfdc', oval(0, 15, 6, 4.5)], [ROSE, oval(0, 15, 3, 2.4)], ['#5f636d', both('M-8 13L-24 10M-8 16L-23 18'), 1.1] ] },
  pig: { ground: '#8cc2b0', shapes: [
    ['#d9788c', both('M-23 -20Q-10 -20 -5 -13L-16 0Z')], ['#f2a6b2', oval(0, 4, 21.5, 20)], ['#d9788c', oval(0, 10, 9.5, 7.5)],
    ['#8f3f52', oval(3.4, 10, 1.7, 2.6)], ...eyes(9.5, -1), ['#f7c4cb', oval(16, 8, 3.6, 2.8)] ] },
  deer: { ground: '#a9c77f', shapes: [
    ['#6b4a2f', both('M-6 -14Q-8 -24 -17 -28M-8 -20Q-14 -19 -21 -21'), 3], ['#a8703f', both('M-12 -7Q-27 -16 -28 -6Q-20 2 -12 -2Z')],
    ['#c58a52', 'M-15 -7Q0 -21 15 -7Q15 7 8 18Q0 25 -8 18Q-15 7 -15 -7Z'], ['#f1dcb8', oval(0, 17, 7.5, 6)], ['#f1dcb8', oval(3.5, -9, 1.4) + oval(0, -4, 1.4)],
    ...eyes(8.5, 1, 2.9), [INK, oval(0, 14.5, 3.9, 2.8)], mouth(17.5, 3.5) ] },
  penguin: { ground: '#e98c5f', shapes: [
    ['#2f3b52', oval(0, 4, 22, 24)], [WHITE, oval(7.5, 5, 10, 13) + oval(0, 14, 13, 12)], ...eyes(8, 0, 2.9), ['#f0a431', 'M-5.5 5Q0 2 5.5 5L0 12Z'], [ROSE, oval(12.5, 8, 3, 2)] ] },
  lion: { ground: '#93bfd4', shapes: [
    ['#9c5420', spikes(14, 29.5, 24)], ['#c2762e', spikes(14, 25, 21)], ['#dda04a', oval(13, -10, 5)], ['#efbd62', oval(0, 4, 17, 17)],
    [WHITE, oval(4, 11, 5.4, 4.6)], ...eyes(7.5, 1), ['#5c2f1a', 'M-4 6Q0 4.5 4 6L0 10.5Z'] ] },
  koala: { ground: '#efb9bd', shapes: [
    ['#7f8792', oval(19, -8, 10.5)], ['#d9d3d6', oval(19, -8, 6)], ['#99a1ab', oval(0, 4, 19.5, 19)], ['#b9c0c7', oval(0, 17, 10, 5)],
    ...eyes(9, 0), ['#3a3a40', oval(0, 7, 4.6, 7)], ['#6c6c74', ellipse(-1.2, 4, 1.4, 2.4)], mouth(16, 4) ] },
  duck: { ground: '#7fa9c9', shapes: [
    ['#d9a128', 'M-5 -16Q-9 -26 -1 -28Q-2 -23 2 -22Q8 -25 8 -20Q5 -18 4 -14Z'], ['#f2c443', oval(0, 2, 20.5, 20)], ...eyes(8.5, -3, 3.1),
    ['#e0781f', 'M-14 8Q0 0 14 8Q12 18 0 18Q-12 18 -14 8Z'], ['#b85a12', both('M0 11Q-8 12 -13 8.5'), 1.5], ['#b85a12', oval(3, 7, 0.9)] ] },
  sheep: { ground: '#7fb28d', shapes: [
    ['#f6efe0', oval(0, -15, 11) + oval(11, -12, 10) + oval(19, -1, 9) + oval(17, 11, 9) + oval(8, 19, 9)], ['#3d3433', both('M-11 -2Q-25 -6 -25 2Q-19 8 -11 5Z')],
    ['#544846', 'M-13 -6Q0 -14 13 -6Q14 10 7 18Q0 22 -7 18Q-14 10 -13 -6Z'], ['#f6efe0', oval(0, -10, 7, 5) + oval(7, -9, 5)], [WHITE, oval(6.5, 3, 3.9)],
    ...eyes(6.5, 3, 2.4), ['#2b2320', both('M0 13Q-2 11 -4 12M0 13Q-3 17 -5 15'), 1.6] ] },
  octopus: { ground: '#f0c49a', shapes: [
    ['#7a4a8f', oval(7, 18, 5, 9) + oval(18, 13, 5.5, 8)], ['#9560aa', 'M-21 10Q-26 -26 0 -27Q26 -26 21 10Q10 17 0 15Q-10 17 -21 10Z'],
    ['#b485c4', oval(13, -15, 2.6) + oval(5, -20, 1.8)], [WHITE, oval(8.5, -1, 6.5)], ...eyes(8, -0.5, 3.6), [ROSE, oval(16, 7, 3.2, 2.2)], mouth(8, 5) ] },
};

export const IDS = Object.keys(FACES);

/** The face that was chosen; one that follows from the name if none was, or if it is not known here. */
export function faceIdOf(name: string, chosen = ''): string {
  return chosen in FACES ? chosen : IDS[hash(name) % IDS.length]!;
}

/** The faces of everybody at a table: where two would look alike, the one that nobody chose is another. */
export function facesAt(seats: readonly { name: string; face: string }[]): string[] {
  const found = seats.map(({ name, face }) => faceIdOf(name, face));
  const isChosen = seats.map(({ face }) => face in FACES);
  const taken = new Set(found.filter((_, seat) => isChosen[seat]));
  return found.map((face, seat) => {
    if (isChosen[seat]) return face;
    const from = IDS.indexOf(face);
    const free = IDS.map((_, step) => IDS[(from + step) % IDS.length]!).find((id) => !taken.has(id)) ?? face;
    taken.add(free);
    return free;
  });
}

function hash(text: string): number {
  let found = 2166136261;
  for (const letter of text) found = Math.imul(found ^ letter.codePointAt(0)!, 16777619);
  return (found ^ (found >>> 7)) >>> 0;
}
