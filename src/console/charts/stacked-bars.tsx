import { Link } from '@tanstack/react-router'
import { stack } from 'd3-shape'
import { useCallback, useMemo } from 'react'
import type { ChartProps } from './chart.ts'
import { ChartFrame, type Plot, PointLinks } from './chart-frame.tsx'
import styles from './charts.module.css'

/** Counts or amounts over time: a bar for each point, of parts above each other, the first series below. Each part can lead somewhere. */
export function StackedBars(props: ChartProps) {
  const { points, series, targetOf } = props
  const layers = useMemo(() => {
    const byId = new Map(series.map((each) => [each.id, each]))
    return stack<number, string>()
      .keys(series.map(({ id }) => id))
      .value((index, id) => byId.get(id)?.values[index] ?? 0)(points.map((_, index) => index))
  }, [points, series])
  const max = Math.max(0, ...(layers.at(-1)?.map(([, top]) => top) ?? []))

  const draw = useCallback(
    ({ x, y }: Plot) => {
      const parts = layers.map((layer) => {
        const own = series[layer.index]
        return (
          own && (
            <g key={layer.key} fill={own.color}>
              {layer.map(([low, high], index) => {
                const point = points[index]
                if (high <= low || !point) return null
                const bar = (
                  <Bar
                    key={point.key}
                    x={x(index) ?? 0}
                    width={x.bandwidth()}
                    top={y(high)}
                    // A line of the background between the parts.
                    bottom={y(low) - (low > 0 ? 1 : 0)}
                  />
                )
                return targetOf ? (
                  <Link key={point.key} {...targetOf(index, own)} preload={false} tabIndex={-1}>
                    {bar}
                  </Link>
                ) : (
                  bar
                )
              })}
            </g>
          )
        )
      })
      return (
        <>
          {targetOf && <PointLinks {...{ points, targetOf, x, y }} />}
          {parts}
        </>
      )
    },
    [layers, series, points, targetOf],
  )
  return <ChartFrame {...props} max={max} isSum draw={draw} />
}

interface BarProps {
  readonly x: number
  readonly width: number
  readonly top: number
  readonly bottom: number
}

function Bar({ x, width, top, bottom }: BarProps) {
  return (
    <rect
      className={styles.bar}
      x={x}
      y={top}
      width={width}
      height={Math.max(1.5, bottom - top)}
      rx={Math.min(2, width / 4)}
    />
  )
}
