//! Points, rectangles and lines. One unit is a CSS pixel; y grows downwards.

/// A point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// A rectangle with sides along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// Left side.
    pub x: f64,
    /// Upper side.
    pub y: f64,
    /// Not negative.
    pub width: f64,
    /// Not negative.
    pub height: f64,
}

pub(crate) const fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    /// The point that is the part `t` of the way from here to `other`.
    pub(crate) fn towards(self, other: Point, t: f64) -> Point {
        point(self.x + (other.x - self.x) * t, self.y + (other.y - self.y) * t)
    }

    pub(crate) fn distance(self, other: Point) -> f64 {
        (other.x - self.x).hypot(other.y - self.y)
    }
}

impl Rectangle {
    /// The one of this size around `centre`.
    pub(crate) fn around(centre: Point, width: f64, height: f64) -> Rectangle {
        Rectangle { x: centre.x - width / 2.0, y: centre.y - height / 2.0, width, height }
    }

    pub(crate) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub(crate) fn centre(&self) -> Point {
        point(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Whether the insides have a point in common.
    pub(crate) fn overlaps(&self, other: &Rectangle) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// The same, `by` smaller on each side (or larger, where that is negative).
    pub(crate) fn shrunk(&self, by: f64) -> Rectangle {
        Rectangle { x: self.x + by, y: self.y + by, width: self.width - 2.0 * by, height: self.height - 2.0 * by }
    }

    /// Whether the line from `a` to `b` runs through the inside: the part of the line that is between all four sides is found
    /// side by side (Liang and Barsky, 1984).
    pub(crate) fn is_crossed(&self, a: Point, b: Point) -> bool {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        let sides = [(-dx, a.x - self.x), (dx, self.right() - a.x), (-dy, a.y - self.y), (dy, self.bottom() - a.y)];
        for (slope, room) in sides {
            if slope == 0.0 {
                // Along this side: inside of it for all of the line or for nothing.
                if room <= 0.0 {
                    return false;
                }
            } else if slope < 0.0 {
                enter = enter.max(room / slope);
            } else {
                leave = leave.min(room / slope);
            }
        }
        enter < leave
    }
}

/// The lines that make up a way.
pub(crate) fn segments(way: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    way.windows(2).map(|ends| (ends[0], ends[1]))
}

/// The point at the part `t` of the length of a way of at least one point.
pub(crate) fn along(way: &[Point], t: f64) -> Point {
    let length: f64 = segments(way).map(|(a, b)| a.distance(b)).sum();
    let mut left = length * t;
    for (a, b) in segments(way) {
        let own = a.distance(b);
        if left <= own && own > 0.0 {
            return a.towards(b, left / own);
        }
        left -= own;
    }
    way[way.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_crosses_a_rectangle_only_inside() {
        let square = Rectangle { x: 0.0, y: 0.0, width: 10.0, height: 10.0 };
        assert!(square.is_crossed(point(-5.0, 5.0), point(15.0, 6.0)));
        assert!(square.is_crossed(point(5.0, 5.0), point(6.0, 6.0)));
        assert!(!square.is_crossed(point(-5.0, 5.0), point(0.0, 5.0)), "ends at the side");
        assert!(!square.is_crossed(point(0.0, -5.0), point(0.0, 15.0)), "runs along the side");
        assert!(!square.is_crossed(point(-5.0, 8.0), point(8.0, 21.0)), "passes the corner");
    }

    #[test]
    fn a_way_is_measured_by_its_length() {
        let way = [point(0.0, 0.0), point(10.0, 0.0), point(10.0, 10.0)];
        assert_eq!(along(&way, 0.25), point(5.0, 0.0));
        assert_eq!(along(&way, 0.75), point(10.0, 5.0));
        assert_eq!(along(&way[..1], 0.5), way[0]);
    }
}
