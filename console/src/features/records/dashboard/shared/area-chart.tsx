import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './dashboard.module.css';
import { useDayFormat } from './format-day.ts';
import { curveOf, ticksOf, topOf } from './scale.ts';

type ChartPoint = {
  /** Names the point: a day or an hour. */
  at: string;
  count: number;
  /** The value of the dotted curve. */
  before: number | undefined;
};

export type ChartWords = {
  /** The whole point, for screen readers. */
  point: (point: ChartPoint) => string;
  /** The name of a point below the axis, and in the hint. */
  short: (at: string) => string;
  long: (at: string) => string;
  count: string;
  before: string;
};

const height = 208;
const axis = 44;
const end = 8;
const xLabels = 8;
/** Dates are as wide as `11月11日`, and the last one ends at its point. */
const labelRoom = 88;

type AreaChartProps = { label: string; points: readonly ChartPoint[] | undefined; words: ChartWords };

/** Names the curve and the dotted one. */
export function Legend({ now, other }: { now: string; other: string }) {
  return (
    <ul className={classes.legend}>
      <li>{now}</li>
      <li>{other}</li>
    </ul>
  );
}

/**
 * A curve over a dotted one, such as days over the days before. The pointer or the arrow keys choose a point. For screen
 * readers it is a slider whose value is the point.
 */
export function AreaChart({ label, points, words }: AreaChartProps) {
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number>();
  const last = (points?.length ?? 1) - 1;
  const current = Math.min(at ?? last, last);
  const point = points?.[current];
  const move = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const { left } = currentTarget.getBoundingClientRect();
    const share = (clientX - left - axis) / Math.max(1, width - axis - end);
    setAt(Math.max(0, Math.min(last, Math.round(share * last))));
  };
  const press = (event: KeyboardEvent) => {
    const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(last, next)));
    }
  };
  return (
    <div
      ref={ref}
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-busy={!points}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={current}
      aria-valuetext={point && words.point(point)}
      className={classes.chart}
      onPointerMove={move}
      onPointerLeave={() => setAt(undefined)}
      onKeyDown={press}
      onFocus={() => setAt(current)}
      onBlur={() => setAt(undefined)}
    >
      {points && width > 0 ? (
        <Drawing points={points} width={width} at={at} words={words} />
      ) : (
        <div className={classes.chartLoading}>
          <Skeleton width={240} />
        </div>
      )}
    </div>
  );
}

type DrawingProps = { points: readonly ChartPoint[]; width: number; at: number | undefined; words: ChartWords };

function Drawing({ points, width, at, words }: DrawingProps) {
  const gradient = useId();
  const { compact } = useDayFormat();
  const top = topOf(Math.max(...points.flatMap(({ count, before = 0 }) => [count, before])));
  const xOf = (index: number) => axis + (index / Math.max(1, points.length - 1)) * (width - axis - end);
  const yOf = (value: number) => 8 + (1 - value / top) * (height - 16);
  const now = points.map(({ count }, index) => ({ x: xOf(index), y: yOf(count) }));
  const before = points.flatMap(({ before: value }, index) =>
    value === undefined ? [] : [{ x: xOf(index), y: yOf(value) }],
  );
  const every = Math.max(1, Math.ceil(points.length / Math.min(xLabels, Math.floor((width - axis) / labelRoom))));
  const floor = yOf(0);
  return (
    <>
      <svg width={width} height={height + 24} aria-hidden>
        <defs>
          <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" className={classes.fillTop} />
            <stop offset="1" className={classes.fillEnd} />
          </linearGradient>
        </defs>
        {ticksOf(top).map((value) => (
          <g key={value}>
            <line className={classes.grid} x1={axis} x2={width - end} y1={yOf(value)} y2={yOf(value)} />
            <text className={classes.tick} x={axis - 10} y={yOf(value)} dy="0.32em" textAnchor="end">
              {compact(value)}
            </text>
          </g>
        ))}
        <path fill={`url(#${gradient})`} d={`${curveOf(now)}V${floor}H${axis}Z`} />
        {before.length === points.length && <path className={classes.lineBefore} d={curveOf(before)} />}
        <path className={classes.line} d={curveOf(now)} />
        {points.map((point, index) =>
          (points.length - 1 - index) % every === 0 && xOf(index) > axis + 16 ? (
            <text
              key={point.at}
              className={classes.tick}
              x={xOf(index)}
              y={height + 16}
              textAnchor={index === points.length - 1 ? 'end' : 'middle'}
            >
              {words.short(point.at)}
            </text>
          ) : null,
        )}
        {at !== undefined && now[at] && (
          <>
            <line className={classes.cursor} x1={now[at].x} x2={now[at].x} y1={8} y2={floor} />
            {before[at] && <circle className={classes.dotBefore} cx={before[at].x} cy={before[at].y} r={4} />}
            <circle className={classes.dot} cx={now[at].x} cy={now[at].y} r={4.5} />
          </>
        )}
      </svg>
      {at !== undefined && points[at] && now[at] && (
        <Hint point={points[at]} x={now[at].x} width={width} words={words} />
      )}
    </>
  );
}

const hintWidth = 176;
const gap = 12;

type HintProps = { point: ChartPoint; x: number; width: number; words: ChartWords };

function Hint({ point, x, width, words }: HintProps) {
  const { number } = useDayFormat();
  // Beside the line, so that it does not cover the chosen point.
  const left = x + gap + hintWidth > width ? x - gap - hintWidth : x + gap;
  return (
    <div className={classes.hint} style={{ left, width: hintWidth }} aria-hidden>
      <span className={classes.hintDay}>{words.long(point.at)}</span>
      <span className={classes.hintRow} data-line="now">
        {words.count} <b>{number(point.count)}</b>
      </span>
      {point.before !== undefined && (
        <span className={classes.hintRow} data-line="before">
          {words.before} <b>{number(point.before)}</b>
        </span>
      )}
    </div>
  );
}
