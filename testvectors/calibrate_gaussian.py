#!/usr/bin/env python3
r"""Calibrate Gaussian noise for differential privacy: one file, the standard library alone.

    python calibrate_gaussian.py sigma EPSILON DELTA [SENSITIVITY]
    python calibrate_gaussian.py delta SIGMA EPSILON [SENSITIVITY]
    python calibrate_gaussian.py epsilon SIGMA DELTA [SENSITIVITY]

The analytic Gaussian mechanism of Balle & Wang (ICML 2018), Theorem 8. Results are never on the
unsafe side: sigma, delta and epsilon are never below the exact values. For Python 3.9 or later;
copy it where you need it, and check your copy by gaussian.csv beside it. Use it to calibrate, not
to release real data: noise in floating point can be attacked (Mironov, 2012).

Made by tools/make_single_file.py from gaussmech 0.2.0, MIT licence: change the library, not
this file. What follows is the docstring of its kernel.

Kernel of the Gaussian privacy profile: one (epsilon, delta, mu) at a time.

With mu = sensitivity / sigma, c = epsilon / mu, h = mu / 2, a = h - c and b = h + c,

    delta = phi(a) G,  G = M(-a) - M(b);    1 - delta = phi(a) H,  H = M(a) + M(b),

where phi is the normal density and M Mills' ratio (Balle & Wang, Theorem 8, with
e^epsilon phi(b) = phi(a)).

Error bounds, relative, in units of u = 2^-53, for operations rounded to nearest and an `exp` and
a `log` within one unit in the last place (as in glibc, musl, Apple's and Microsoft's libraries):

    M(t), t >= -1         5    -M'(t), t >= 0        8      tested on a dense grid
    G by its series      20    G by the difference   5 (M(-a) + M(b)) / G + 1
    H                     6

The error of log(phi(a) G / delta) divided by its slope in log mu, mu / G, is the error of the
solved mu: within MU_ERROR u. Results are moved outward by more than the bound of all steps.
"""

from __future__ import annotations

import base64
import math
import struct
import sys
import zlib
from itertools import accumulate
from math import exp, log, log1p, sqrt

_PER_FACTORIAL = [0.0] + [1.0 / (k * (k + 1)) for k in range(1, 40)]
_COLUMNS = 182
U, MU_ERROR = 2.0**-53, 32.0
_INF = math.inf
_NEAR, _INTERVALS, _TERMS = 40, 56, 10
_SQRT_2, _SQRT_2_PI, _LOG_SQRT_2_PI = 1.4142135623730951, 2.5066282746310002, 0.9189385332046727
_SPLIT = 134217729.0  # 2^27 + 1
_TINIEST = 5e-324
_LARGEST_EXPONENT = 709.782712893384  # exp of more overflows, which `math.exp` takes for an error
START_LOG_EPSILON, START_PER_LOG = math.log(1e-4), 14.0
START_ROOT, START_PER_ROOT = 0.375, 32.0


def _over(x: float, y: float) -> float:
    """x / y, where 1 / 0 is inf and 0 / 0 is NaN."""
    return x / y if y != 0.0 else x * _INF


def _tabled(which: int, t: float) -> float:
    """M at t >= -1 (0), or -M' at t >= 0 (1): polynomials in t, and in 4 / (4 + t) from 4 on."""
    if t < 4.0:
        k = int(8.0 * (t + 1.0))
        z, power = t - (-0.9375 + 0.125 * k), 1.0
    else:
        y = 4.0 / (4.0 + t)
        k = min(int(32.0 * y), 15)
        z, power = y - (k + 0.5) / 32.0, y * y if which else y
        k += _NEAR
    # By Estrin's scheme: a processor evaluates its parts at once.
    i = (which * _INTERVALS + k) * _TERMS
    z_2 = z * z
    z_4 = z_2 * z_2
    low = (_TABLE[i] + _TABLE[i + 1] * z) + (_TABLE[i + 2] + _TABLE[i + 3] * z) * z_2
    high = (_TABLE[i + 4] + _TABLE[i + 5] * z) + (_TABLE[i + 6] + _TABLE[i + 7] * z) * z_2
    return power * (low + (high + (_TABLE[i + 8] + _TABLE[i + 9] * z) * z_4) * z_4)


def mills(t: float) -> float:
    """M(t) = (1 - Phi(t)) / phi(t)."""
    if t < -1.0:
        square = 0.5 * t * t
        if square > _LARGEST_EXPONENT:
            return _INF
        return _SQRT_2_PI * exp(square) - _tabled(0, -t)
    return _tabled(0, t)


def _series(c: float, h: float) -> float:
    """M(c - h) - M(c + h) = 2 sum_k h^(2k+1) / (2k+1)! N_(2k+1)(c), every term positive.

    N_k = |k-th derivative of M|, N_(k+1) = k N_(k-1) - c N_k. The recurrence loses digits as c
    grows, but its terms shrink faster: ch = epsilon / 2 < 4.
    """
    before, now = _tabled(0, c), _tabled(1, c)
    factor, square = 2.0 * h, h * h
    total = factor * now
    for k in range(2, 40, 2):
        before, now = now, (k - 1) * before - c * now
        before, now = now, k * before - c * now
        factor *= square * _PER_FACTORIAL[k]
        term = factor * now
        total += term
        if term < 1e-17 * total:
            break
    return total


def _log_ratio(x: float, target: float) -> float:
    """log(x / target), also where the quotient overflows; x > 0."""
    quotient = x / target
    return log(quotient) if quotient < _INF else log(x) - log(target)


def _cubic(x: float) -> tuple[float, float, float, float]:
    """Lagrange weights at x in [0, 1] of the nodes -1, 0, 1, 2."""
    left, right = x * (x - 1.0), (x + 1.0) * (x - 2.0)
    return (
        -left * (x - 2.0) / 6.0,
        0.5 * right * (x - 1.0),
        -0.5 * right * x,
        left * (x + 1.0) / 6.0,
    )


def _along(k: int, weights: tuple[float, float, float, float]) -> float:
    """Four entries of the table of starts, weighted."""
    v0, v1, v2, v3 = weights
    return (v0 * _START[k] + v1 * _START[k + 1]) + (v2 * _START[k + 2] + v3 * _START[k + 3])


def _start(epsilon: float, delta: float) -> float:
    """A mu near the solution; negative if one step will not do, 0 if there is nothing to solve.

    The larger of two bounds: at epsilon = 0 (with Winitzki's approximate erf^-1) and Vinterbo's
    (arXiv 2012.10523), which a table corrects in the usual range.
    """
    if not 0.0 < delta < 1.0 or epsilon == _INF:
        return 0.0
    z = max(-log(4.0 * delta * (1.0 - delta)), 0.0)
    root = sqrt(z)
    if delta <= 0.5:
        bound = _SQRT_2 * epsilon / (sqrt(z + epsilon) + root) if epsilon > 0.0 else 0.0
        if 1.3e-4 < epsilon < 99.0 and 0.45 < root < 5.9:
            x = (log(epsilon) - START_LOG_EPSILON) * START_PER_LOG
            y = (root - START_ROOT) * START_PER_ROOT
            i, j = int(x), int(y)
            u0, u1, u2, u3 = _cubic(x - i)
            v = _cubic(y - j)
            k = (i - 1) * _COLUMNS + j - 1
            ratio = (u0 * _along(k, v) + u1 * _along(k + _COLUMNS, v)) + (
                u2 * _along(k + 2 * _COLUMNS, v) + u3 * _along(k + 3 * _COLUMNS, v)
            )
            return bound * ratio
    else:
        z *= 0.7853981633974483
        bound = _SQRT_2 * (sqrt(z + epsilon) + sqrt(z))
    if delta < 0.05:
        at_zero = _SQRT_2_PI * delta
    else:
        log_term = log1p(-delta * delta)
        mean = 4.3307 + 0.5 * log_term
        at_zero = 2.0 * sqrt(2.0 * (sqrt(mean * mean - log_term / 0.147) - mean))
    return -max(at_zero, bound)


def solve_mu(epsilon: float, delta: float, start: float) -> float:
    """mu with delta(epsilon, mu) = delta, from `_start`; 0 <= epsilon < inf, 0 < delta < 1.

    Householder steps of order four on log(delta(mu) / delta) in log mu, or on the complements
    where delta > 1/2.
    """
    if epsilon > 1e30:
        # a = mu/2 - epsilon/mu has no digits left, and mu = a + sqrt(a^2 + 2 epsilon) needs none:
        # Phi(a) >= delta bounds a, and so mu, from below.
        tail = sqrt(-2.0 * log(2.0 * delta)) if delta < 0.5 else 0.0
        return sqrt(2.0) * sqrt(epsilon) - tail
    mu, accurate = abs(start), start > 0.0
    for _ in range(100):
        c, h = epsilon / mu, 0.5 * mu
        a, b = h - c, h + c
        if delta > 0.5:
            mass = mills(a) + _tabled(0, b)
            slope = -mu / mass
            f = _log_ratio(mass, 1.0 - delta)
        else:
            # Only the last step needs G without cancellation.
            if (accurate or mu < 1e-3) and mu < 0.7 and epsilon < 0.5:
                mass = _series(c, h)
            else:
                mass = mills(-a) - _tabled(0, b)
            slope = mu / mass
            f = _log_ratio(mass, delta)
        f -= 0.5 * a * a + _LOG_SQRT_2_PI
        p = 1.0 - slope - a * b
        q = p * (p - slope) - (a * a + b * b)
        t = f / slope
        step = _over(-t * (1.0 - 0.5 * t * p), 1.0 - t * p + t * t * q / 6.0)
        if not -1.0 < step < 1.0:
            step = -1.0 if f * slope > 0 else 1.0
        if abs(step) < 1e-3:
            mu += mu * step * (1.0 + step * (0.5 + step * (1.0 / 6.0 + step / 24.0)))
        else:
            mu *= exp(step)
        # In units of the scale on which delta changes; the order is four.
        size = abs(step) * (2.0 + abs(a) * b + abs(slope))
        if accurate and size < 1e-4:
            break
        accurate = size < 0.5
    return mu


def least_sigma(epsilon: float, delta: float, sensitivity: float) -> float:
    return _least_sigma(epsilon, delta, sensitivity, _start(epsilon, delta))


def _least_sigma(epsilon: float, delta: float, sensitivity: float, start: float) -> float:
    if sensitivity == 0.0 or delta >= 1.0 or epsilon == _INF:
        return 0.0
    if delta == 0.0:
        return _INF
    mu = solve_mu(epsilon, delta, start)
    if mu < 1e-290:
        # Near the smallest doubles mu loses digits; at epsilon = 0 it is at least sqrt(2 pi) delta.
        return (sensitivity / delta) / _SQRT_2_PI * (1.0 + 40.0 * U)
    # A subnormal result is rounded by more than u: one unit up covers it.
    return sensitivity / mu * (1.0 + 36.0 * U) + _TINIEST


def _two_product(x: float, y: float) -> tuple[float, float]:
    """x y as rounded product and exact rest (Dekker); |x|, |y| < 1e290."""
    product = x * y
    t = _SPLIT * x
    x_high = t - (t - x)
    x_low = x - x_high
    t = _SPLIT * y
    y_high = t - (t - y)
    y_low = y - y_high
    return product, x_low * y_low - (
        ((product - x_high * y_high) - x_low * y_high) - x_high * y_low
    )


def _scaled(sigma: float, sensitivity: float) -> tuple[float, float]:
    """The two over a power of two, with sensitivity in [1/2, 1)."""
    mantissa, exponent = math.frexp(sensitivity)
    size, power = math.frexp(sigma)
    power -= exponent
    return math.ldexp(size, power) if power <= 1024 else _INF, mantissa


def _twice(epsilon: float, sigma: float, sensitivity: float) -> tuple[float, float, float]:
    """a = h - c as high and low part, and b, from a scaled sigma and sensitivity."""
    h = 0.5 * sensitivity / sigma
    product, rest = _two_product(h, sigma)
    h_low = ((0.5 * sensitivity - product) - rest) / sigma
    scaled, scaled_rest = _two_product(epsilon, sigma)
    c = scaled / sensitivity
    product, rest = _two_product(c, sensitivity)
    c_low = (((scaled - product) - rest) + scaled_rest) / sensitivity
    a = h - c
    # Knuth's two-sum: what rounding took from h - c.
    back = a - h
    low = (h - (a - back)) + (-c - back) + (h_low - c_low)
    if h < 1e6:
        return a, low, h + c
    # The low part is small beside 1 no more: its square would count.
    total = a + low
    return total, low - (total - a), h + c


def _g_bounded(epsilon: float, mu: float, a: float, a_low: float, b: float) -> tuple[float, float]:
    """G at a + a_low to full relative accuracy, and a bound of its error in u."""
    if mu < 1.0 and epsilon < 8.0:
        return _series(epsilon / mu, 0.5 * mu), 14.0 + 6.0 * epsilon * epsilon
    left, right = mills(-a), _tabled(0, b)
    left += a_low * (1.0 + a * left)
    return left - right, 1.0 + _over(7.0 * (left + right), left - right)


def _h(a: float, a_low: float, b: float) -> float:
    """H at a + a_low."""
    left = mills(a)
    return left + a_low * (a * left - 1.0) + _tabled(0, b)


def least_delta(sigma: float, epsilon: float, sensitivity: float) -> float:
    if sensitivity == 0.0 or sigma == _INF or epsilon == _INF:
        return 0.0
    if sigma == 0.0:
        return 1.0
    mu = sensitivity / sigma
    sigma, sensitivity = _scaled(sigma, sensitivity)
    # Less by what rounding may have added.
    if _over(epsilon, mu) * (1.0 - 8.0 * U) - 0.5 * mu > 39.0 or mu < 1e-290:
        # Below 1e-300, where doubles run out; the value at epsilon = 0 is an upper bound too.
        at_zero = mu / _SQRT_2_PI * (1.0 + 8.0 * U) + _TINIEST
        return at_zero if epsilon == 0.0 else min(at_zero, 1e-300)
    if sigma < 1e-145 or epsilon > 1e28:
        # Of no use in practice: the trivial bound.
        return 1.0
    a, a_low, b = _twice(epsilon, sigma, sensitivity)
    square, rest = _two_product(a, a)
    # Corrected for the rounding of the square.
    density = exp(-0.5 * square) * (1.0 - (0.5 * rest + a * a_low)) / _SQRT_2_PI
    if a > 0.5:
        left = density * _h(a, a_low, b)
        return min(1.0, 1.0 - left * (1.0 - 32.0 * U) + 2.0 * U)
    g, bound = _g_bounded(epsilon, mu, a, a_low, b)
    return min(1.0, density * g * (1.0 + (bound + 24.0) * U) + _TINIEST)


def _epsilon_residual(
    epsilon: float, delta: float, sigma: float, sensitivity: float
) -> tuple[float, float, float, float]:
    """f = log(delta(epsilon) / delta), or of the complements; its slope; a bound of its error."""
    mu = sensitivity / sigma
    a, a_low, b = _twice(epsilon, sigma, sensitivity)
    right = _tabled(0, b)
    if delta <= 0.5:
        mass, bound = _g_bounded(epsilon, mu, a, a_low, b)
        slope = -right / mass
        f = _log_ratio(mass, delta)
    else:
        mass, bound = _h(a, a_low, b), 12.0
        slope = right / mass
        f = _log_ratio(mass, 1.0 - delta)
    square, rest = _two_product(a, a)
    error = (bound + 6.0 + 2.0 * square) * U
    f -= 0.5 * square + _LOG_SQRT_2_PI + (0.5 * rest + a * a_low)
    return f, slope, 1.0 - 1.0 / (mu * right) - slope, error


def least_epsilon(sigma: float, delta: float, sensitivity: float) -> float:
    if sensitivity == 0.0 or sigma == _INF or delta >= 1.0:
        return 0.0
    if sigma == 0.0 or delta == 0.0:
        return _INF
    if delta >= least_delta(sigma, 0.0, sensitivity):
        return 0.0
    mu = sensitivity / sigma
    sigma, sensitivity = _scaled(sigma, sensitivity)
    # Phi(-s) <= exp(-s^2 / 2) / 2 bounds delta, and s bounds epsilon from above.
    tail = sqrt(-2.0 * log(2.0 * delta)) if delta < 0.5 else 0.0
    epsilon = highest = mu * (0.5 * mu + tail)
    if mu > 1e12 or mu < 1e-290:
        # Of no use in practice, and the bound is good to twelve digits where mu is large.
        return highest * (1.0 + 16.0 * U) + _TINIEST
    for _ in range(200):
        f, slope, curvature, error = _epsilon_residual(epsilon, delta, sigma, sensitivity)
        t = f / slope
        # Halley's step, and Newton's where the second derivative is of no use.
        bend = 0.5 * t * curvature
        step = -t / (1.0 - bend) if abs(bend) < 0.5 else -t
        # The step over the scale on which the residual bends; Halley's order is three.
        size = abs(step) * (abs(curvature) + _over(1.0, epsilon))
        if size <= 1e-5 or abs(f) <= error or epsilon < 1e-25 * highest:
            break
        epsilon = max(epsilon + step, 0.1 * epsilon)
    # Up by the error of the residual, and by what the last step leaves out. A root below what the
    # residual can resolve counts as 0.
    outward = error * 1.01 / abs(slope)
    if step > -0.5 * epsilon:
        outward += step + abs(step) * size * size
    return min(epsilon + outward, highest) * (1.0 + 4.0 * U)


def _doubles(text):
    """Return the doubles of a table, little-endian and packed."""
    data = zlib.decompress(base64.b85decode(text))
    return list(struct.unpack(f"<{len(data) // 8}d", data))


def _singles(text):
    """Return the floats of a smooth table: second differences of their bits, byte by byte."""
    data = zlib.decompress(base64.b85decode(text))
    size = len(data) // 4
    planes = [data[k * size : (k + 1) * size] for k in range(4)]
    steps = [a | b << 8 | c << 16 | d << 24 for a, b, c, d in zip(*planes)]
    bits = [word % 2**32 for word in accumulate(accumulate(steps))]
    return list(struct.unpack(f"<{size}f", struct.pack(f"<{size}I", *bits)))


_TABLE_TEXT = (
    'c-k%4hdUJx7YA@7R0;_hWrdQFN+fm9%_td>Qj*M!GNM6AiI7BAW@L|Khpg_o*(0(?_Fj=yNO*sF{R!th&pFTc`=Oypoj1waM'
    '%3Yysg9&)B0F!htY9CaCki|9D`wrIChvGHvk*+b2-+&{UpYm`@CuE$VB171MA@IY=P_S`4^#$gmkwk={9P5zXO1Drpb_Up%S'
    'KDw;hb}Bcy=4vU~vAXQXmbH(YCR$`tM(i{gG*~nmPkitQDu3w)A6fk0x)&{cn)NlCEBg1xQJcdWsV9aPaCC#T)m1Ftup>(2W'
    'Ds#7~*eb~1_3kV%{zoQ~fqhze@aAl~{5E$%W<?A09uPc9vf-6HLHTw{*)Y(*KAOI)uHXUoFp6|$0bbm1^d$(dYj;ELXQo@Z6'
    'a6vV?VsaFqKQj&uOyY}q&{sVbVasp$)GiX{X-l{y?4^pC$^Y!WtSmR(eu5p_L#kA+1sih>Lp4j2S^(=o_PIURSE!qJOdn6C9'
    'yjX?6w+@m|C;y@ktHx{RJ-@(_T{zg)dK?Rm-1A9G{0`Ss<Y|1Us!-=l1!vRk93U3!buKJMVbiabiy8-CLj1*;w<@n}u`_Dm*'
    '!+n<px7uy@%6|OPV_B5Ix{o_17RoPSQ7@3!#%B2@^=%MOe9UVNfqOhwbf#}TWKI_uTr+tBN!zbn5?@Qonc>`mz?JXGmL9`l%'
    'Ha|2<dI*Mj9py7|OL?^Fd(}>{5@dYK8S6@or7${{3|jDtj)ClT?5PuHGjvl*EHBk?oq>U0>v6%`iTF*&b$o&f7Cc>ErbqI~r'
    '&Io3FKucc0V6Sv0-XQ?gBL1lClNWqPUGQQ&XR=Yvz_AZzXPmA2|5?lTw83A`BzhfH~-_KLp1ZDmKeSa;iiqLNe~Ba;^9q@Sc'
    'Yw`U%<C2RBSiI~E}6QHVhXaH*W8at}|ZA9Kg<C(|)U*NTythkp`Di$8%+Lc%z1d`9w>3i=!LqpEmogSK|@I9i|wkBQ`FPWba'
    '_R^n){)aDYL>$L4^VTh~`o(TwuhR9MkgY?ik@3Sv`3vEEEcf7|Py&86=|8EP?F+6nWmkW=+vAZNA=(zQ`rsR(@PIX19!;;UC'
    'rnrT1SZLP3%6Y(IHPpo*ZqNZ_#E};i0kP}<h$yo*3O;-SI5RaUHB4(tS$UCuCX2<YbzW+G-rc{#K{t#R99efYZQelhb%rZWV'
    '{(GIR)1gWn7m|4C0ncQpveB&G4w>;;mP{C8(YxA;RvO0UF8{p{;JAI4Al}=B=s=<la))vnRwH{hhPU<`dL`cj;4uV%t#^u56'
    'H~T9|-a>o1!xwDzItL4}S}jtvm)d0>3G6494>#eAMF8PvCE3Lo(gKsj-qFk8LHFqBX78(uWTxR~W(1Ff?VQD!9cz~~UZNk6}'
    'rWn~Nk(>Sk{CUhee-9=gFfLbW$JU@be^09GJL_s}14s_IvZO=))M%CiG(XnCoLE_+1zcp(e{Nw05UBOHQzWe)UrNj6!`_7|V'
    '>8D2FadOy#(dqA4CwbiR>47SkD|D~9ubYDoiZ7R^A4S2b%&wQc_AjtrX6E{9nLD6adx+tw|0R6vI&JH&EDhPPB$sW@iL?i)J'
    '{4pP!>@(TvFOWfc$G6ZcArZbAn#KeiR4V28#phQc0UY)-pr<xuDakbeZv9MZ)OmkA`wy~qK3}zJb$16D*+(msaVj%j1kV3<R'
    'SGT@U!F?m1%9pmUXoi5yxVPkDjp3G)To1?yQf?x`CjMq;`jPM=V;mKOC)K1WP^&{xp4xXha*4oH~6F3J<w{<Pf08^3WeI_Oc'
    '8@HM98XQyGnD_U9(U;1q&g5Ucm%>m*d+jbWy^<_B$4@wblF+o4DEilW#tT^RPdW+LcJM5n#U3URmiLAmQgq+uL28p?V4Us~#'
    'iFT1oN1)A%zw_yB$b#@`xUiq!)921A9=c(fSFL}Xl+W3TNfxDPV8Fl~ekQO-jFDE4Il)*;!#&IiME(l9y)#G~mmvm)0;H278'
    'AE*n7{gk(?L*m*~xd6dD*nUWiN82(Qt62`Wo52exvJ?^dyTuCGUTSkY?zsp;JJ_7Kd5>X$e=Enndn}MCe#IwqVS!Y7rjz3#Q'
    'y=__Gtt`>T7zoGr{#0_bD+GkN4wW20=1j&Y~LdG9F*Q4biQ=i408(udOTW`K~72FsOt?e3@|uBokn5+)g)_9t$}G$#CZ?jca'
    'M9(n@+O5lDi7+%TGuu2V}u<3VN06M?!HtNv^o3$_ajilby#pjBwjZQ;@cpB8=!CH=0ZqLZ8}Ey1vtNAe72+!)I`W<dd>y@qD'
    'EV9@V*q$j_8xUyRo!FXIfD4d2ht=NpKRy)F@dJ#>JXZX>Ct2tDjR$uAfDl?X(=^LCem`7n%S&#+rEB}kq((c8k<PkOnnChAm'
    'pC+v`&VhW@x!^{0|`e$fUAy=JUKgh!$-M>!WCJ5RAwQ|sQofU2LRf?LuSalL?wp@HQZp($@AKjT|*Z&X*BD3zZz8xfqV|Tmg'
    'biTv)A4&d^swJ4W@=bE**Y}{P@y@K{uMakPl}YKmy$fF-%7jEYTt=66;!M(m<3LVOo`2-Zien2Moo1gG2#t4E59G-;ku+kHA'
    '0!>=0M`e{S4rhxkn2OA95-bmTs&k<y)*X}Do}F0Ic0hW0zYh(rtQ{1dU~trzlulTo4Atu`aBb+TE0!#OFcu-+Y_`hCsIoq*6'
    '!J=$=eP+aVtTtx5>EUrPz4Pn>aA~IQz_=-2=S^J(L$iZ-X?u7f;fV3a;;9wKVxD0^O3-B{pr_(fGXvduIC>VdU+229IPp$=v'
    '+JXwd#Ppr;MXq%a}j(9u7W!VhC0bAoE7j@AvwjR(#$Mwx;<9nGzWht6TA0H2aWh7dG~^Gy8Frokn1Vb)T;K|*HL=bue0WYTK'
    'LRLC`%R`?$27$q!OgjcuQ=M_dqLCEZO742ItcrU>>`mcsD^u5)he|%9M%h%KyI9>Q*fBAt!Gz^q@+M?^#z||hY-0?kBE?fm9'
    '?TX?~vVIFN^ZA!0oGifAN`Z&vRPTV<X8LQ1=ri0c`ZAy3Z2*c7l}7bMi5TH<Hc?%Z8``VmBtGe_khp3Yk5Biu5mH%m`3?zZl'
    'L{WPC5Qz!L(7rp_ei#R_@s7rBtrNth@7K6>+j--G9s-~r|flMXWz3ULWgD1B&Vz6#0)#!YZ7WuVE9csH$<7O-P1^r)SZ4-d@'
    'h}Ivth@#qwP(QXe_**+?0zchL^gxC4@kL(+BPGV~_CRiB^haA8iPuH#){OErmwp=SdF1EFgG$I-$9Jmc(&aMQe4wmXLa@YGG'
    'YJiIgz)it+V<CTQsM{&Men4j#7r?x12B1i{ry2aapo;R-JWAHBR5=>O@GJ$~yLX5aIf(%7{ND9t;cm976Eolk%JWV*M4Ae{f'
    '1GG})zDe*}bH@{0G%$*Kj`nn|>H3rfZ?C!pS<M${$>$>k@gkeuXtDPonRaWs8cp`yRtE)`&COcr5txo+{!YGOOlUgs7tAy~H'
    '-_dUFZv?4l^jzNTNCT9>IjPl}EOa@Mc#=269~?MK@9oUB#ct>Q*YC4xK<|vAxfPcvTDNBPf6t+VHf1*p%^QQHtqebmcIA)={'
    'y8L^NDd}-@7Zd?rPToapXxO$QZuorZn%z@+Yi)=?Q`tj-$6%SW3#86s-PbB_e|8*gP81f#mcLj8cL$-#IH5=l6q}d#5l|H2q'
    '&*KNfW;KlfLagFw|0052Q1VJG2usa4!q#)hA0IF!V^cF0XHi@)zt+JdIR>qqM&w93uo!FE21a=_3WWL?1gL0N+WG#Heu{hHS'
    '#rD(3*9&6~8?Va#QvTn{uxYger-)6vW8yqd_U7m)YFPU||}Lh`z(8(WMb=yNR#h86K4Ghyjro5){6Rs89LNqH@#f%9)^y;U;'
    '^e*%;{i<)1Mu4uje`84VqgdSR#vB^lqL7M2|$QVzUPM_bSHD`*Sjvk8)V~_{S+yF^JI5)mOR_4grx=6^{%_RD2TO;XWw^=w('
    'P%?pwX8oEb=W|jI#d96|{5sIdvJoF+OF;`y1Jf(P9w74SnBGeEO>Dms+*;U7{4Y=HEz3RO#8#@Pc@EhHLK5++7dt~8sXj}oS'
    '-m)(pkXAjwW#PR>Dpfv<#}Q~(1&cl<ls;b&uVY*Rlqk0;4JBAxKIO;2O_^jIF>=*mPBE7@y}pN+#U9cDjn>e@c0we{2;-XP4'
    '`EcEBgNAd#%L~fccq{EH#z&(ET&afWfH&{FXWHDlOFmh2b0@r$8ONjaR<Y+g}08=D~|AtYmoP`jm}cF9YV*!Y_{fc?B89A;v'
    'oDzUbvQX=FkljBJ8|&v>sj0Ht=bhg?`Ah$eT{zPR5Ar321?CgbYi@YbNwJFeAmdRgoJdcqfY6WGdPLzxMztN~{~a=QSHb@tO'
    'w8o`)**6&8zhcG<hrr41=*8q|0mxJ%sHNm!=zRE!MW+)(S>6kWd1ZSmfr&CO8;kTtB{YUu{C>C2DThYt}lloZFlifzpl)}li'
    '^JF9*-L-c4wQ&Rn7MfkU7}N;H<H~+S?iLW{wjC@RYXK|vC%#;lnqm5BYE6$qJs29*ckCZ51<A;(Calt#@R5p#pJ3vEng`yI-'
    'gd;|f@k8wvDfcVbV^2MRG|qbUOXxE^=bwE%I(Qt$J^j7ThfK6cC8SgS-Cy*cLPZ3@SCMSDhG<V$%YfY|LyO4QQKUwAFjVPbU'
    'nzKgfmBSr@uXmz)5{Ah5PGGP=ESoQs~}xa851yOXB?ws{M1;I~v=;%u++=TtyS`Pe%riFI9jLVU9k*ISrl|l%M?+{|-$*MHE'
    'j^r{L_Y*$Q)FD9!}^KEP7Z3;}C5g@zkC;61Tki6Nj1ZjNT#KD*TkQchz*HrXvOQG8+klX?}@9Mt!^cRd+21t|z7qy(HN&+xY'
    '#O2=pujw|bN{`fZh=6Q;U7NB(g_Vr3eC%n;4XL3H<3y<s%sU0TvK*Zt>7qNmixZt9_ntHn$=6Y=9kGsTyGkOU=`<8|>zwK;C'
    'yfbiuQ?RXT>KO_M<iz;9w1TQ-${&fMZs0$^8W_Oa4^44;6qYG{z`AGUGDTAd?4et4%95;s@Cj>`o4KLjHZ(eE5%>|6b5Fz=<'
    'z%4AoTFXDpe<OrZ>?5()CS|?Gn4FpdV#ZWEjF%n0CwAHyMEFc0IU0x2a6Uv!GM`(-%M}~5T0n($L@X%@fzesm9$TIv?<j+tv'
    'DTfx)Mj0F9g8uia#tBF6~hB-%)r;_d~(>_Kf%bL$K>>0o8qxA&`tvjd14a0qY+xZ&EnbfL^6y*b_M)q|K0Zp|>f-9vSP)*B3'
    'sZ)4Lf<bMt7(w05iQjOqZjc$Rog-vKDsdCA=EJpxvD4$D8|9)XIs*NziBeb5<G_*1F18dR&NwTeCB(DLW*v73P;JSezt>vhT'
    'mv>5)ul~I-iuQIk;xU_r+H%Zys%G-yaVMeaTDt`><j78tm9UFr<9NuXz)DQQ*)CL%NSHbzq!ftnEGLhe|FihE+j8x{qbM3@%'
    'ocduKy_Y&2jEn1Vgue@<w(iRFPZ|c%&hbnu_DM)%Xl=DJn}CG%ZpOU512D_q&TJD>0rcO}-v#>SA&;g{;5_XYyzu&mW#zaFD'
    '%js(I7iBa>`3`-=C8WJ)zquwk@YATDZE|#oH_;WoOQn;{|7{Q9i3lY8GvK4#f-$+QZP*$RXVVRjPLIyAIqlrg8rlSvGGscVT'
    '6V|ShXh$Hr<6NP5;kbxX2boAI)BI?<49;a4!VY?;)QnDskeIW+0{$cgXQeP?Go7*ZpOCFbg@~tGu1~`!JxOdu7tQ1}^^*?H3'
    'x(!A*A|-XHqsF05qTrtTdfpIM2C8BqqSsZ8X6-O6e#iZn#g+Un)l;6*%GuurkZY!u?wwQUT9TaZQky;WG&7sz?jtT7hw0XN-'
    '+XvOu<U6{xW%X#TB224aX@1=Dv-L2#nuJYct<7+URW2E#zYX%*?&VBVu?1eu`eyjBBHFzX4`I+W)F6`0O`T5c{8aLgAXfO27'
    'UAB`Skc_3e2DcJFmGibL&r*`r?B7U~#r}d8zmH*`zm4F7I2((Spcc4R@L9(=wHU9({ldlHsj%v`${ueUgq!XHylns6g@&Bap'
    'l3VCOii3%HuOnL{Dagv@#RP5f5NAA)gRnUefT_>gW^YKEwrzcBs1~lWB2@Tk&e%?kZw=cRk`Mco9+Ti{r}vBf_!`QvK{ZERo'
    'Isw(<%9T9*?rV8}Tk3fxL-lA?0<g=<M;UfIhesUJs2e2+(I@-C)*uy-XNT)yd0J47lK?y8!Fnf9|q^E?-8Tkmr9x*L-2;{{7'
    'P^={KKJpW6qMjJw1iYu2N=^M^U}$|5ii8!gy=Arb9?CPmxF53aeY?<%i;h@0*Lc^mHX8zb_-Vw7qQ$_qbyJ~%akmNrRFN`>t'
    'Zw8*hw^Qr=!U(s2FoXv*BBUUOa3{iMKux;@C#}^>-&i$H}nGJ5b3z%%U%N%}8esj{+;Rh%+=*~R$@5ieWli{E4G{Uz0WPGys'
    '3$iTHt<Y4ZKy=z?b|$qToMe-0V&HxT<AXGPGrcCb=`OIc;Vx77G)VEs&y*2p%k4XSl)n=Vk4$&wWYoY%+Q>OihJ0M1Y4>9Yi'
    'UXEQ9%{^zJ{at-nV`sK2bR;JS{HBLz)g1nzVrXwWel$@Jr>+AJ^+n8PHOG!El6cJW)kz?oi)!@Qp7oA;SJiwV#fCoaPxW*v)'
    '`&4%I$pM(fPz09;SXI`VL*fO?LsI4R;yB$+AED8nnB?)<RT--L)Q__-a9Q6hXJW;pX_=59qt|*ZOX^Kqxg5G@X@p!mU<19Nf'
    'oDKt;ZhB8Eo=H{AuEZn#T7mM3;w7q+%R{gGeh^K{k7M*MK^vt1tO%v}#`agRf<VylM@wmz`@l5bnSh8>QbvPh)Oxba^S46yW'
    'wl*3JT0sakl>BhOH+#igNO;9&{KtVme6z3KD6Mpn(!Ool;%fCk7A+s&F4>#WnxVisnpAVxAUTFWYRcHD#Y^^>O<3*OiO?QFe'
    '4R`6lo*nTaS83|u{zLcW=|^O|O4PP&(@KSf0jB*T7Qxt2A1@-#>kMYC;zIOi&CoQ)Q0jNC8ob(bx%tf05!`eaFx_yM7F?4!y'
    ';aGn8diQO%B9^ez<p~o*VCpFKqbDu*Q?VH^VRmYE4V*`JF$Wbg3AWzZq?$hFRKV*cOAn;d4+M)U7&x%T^dnn`S5PHt>sX2E&'
    'b!NZVsAVcvPWE7X!JY1c5ozS4hQJMcyKC4_5tUZ^48%cGOM@7rZ3Ew#lhhwtPO^bQiGOaF=gbB~kxg#-bQ@2}dzgT+762P3A'
    '4&8V-7eFQtrx+)!z~SCMkS68e(rb~%}9;+wTQQP~_)a75hQKTVheH{As$Hr%BK1Dt2azRZ(AS%4zW|56HiUDD7vlokXZ5)x>'
    'ySUf}42Voy)Crv<3Hs#gNt16hM^`fzQj|6nC%uRbN@4`)Y0i_LhsYD7a5qIS;0A?n!b~8xCpKtz#?c47Umh)F^PsTn%qcf?Y'
    'oJ9s;BXjNIz#Rqbf6w-6$D0EXd@S*ePU|+@bQid^;Vxz9$(HCcDv}F$!+QG`u~_uzy>DnP><xDY7Tbh)?_<zMb?>IkYp~3{@'
    '_?#<fKA5YL7n=1&>}Qks*py7o9+UR8}3q!yhNpkTZXg1?Ip3erz#S!o;(_3<og1s&ie|}l-|L{YR*3ImP>GOs@mV-q%<1Jd3'
    '~=Wa{%4!84eU#A#J(~3~sm!8PjvZI@m=sfPVcV@z=vJbZ%RtjN^X}%}zJ=3?99O3(9fnO_dkm;?l0=ZAnM)@x@DL?;qI>-Fh'
    '+2cY5bZo9+VI8}9NMU)smL?*IA$q?0CY69j{Bz~HpE#7QU6p$vMv%61cXh=F_xwGuS3D94@udkEj>a(wS8*#QqrF9|)Aog!_'
    'z3lwd*OFoJh<?f7KO@#N^rBXU?{gHQ8iKG<z2zIyl)DzeZFjmwuZlXyJ7;?h*Wfusbz}8#w@gHcw>9t)Q<-1|hrn><5hP!;i'
    'JblmNmz8nQg&c2Anfjn-TutdYmIrW*zR720>>6_S&NHtkpN1j+6+=!+UX)Bzdn0s<0s=~-EF_rwNSp2g3>)r}jqYc2qOLK=f'
    'bQ`Z%8Q|%Xe*Srd)(R<IMjnAyyh=saotLYi=#C3+)T5}Xko`b>w0>{l_i3k)NZeRH0`8KcY%=&cgaE;gDvJ#o{`|3-hY-c${'
    'no^o_o&r%Mz9n%4@H0xrjy+O-`MuM<HJ6N3o0UZlr5S^D5(-C-A!N?}^ynNZNE4(B5#D3^cgyYqRCuTR6-8&t0D5izJb{4nc'
    'D;JSi=6phN|~bJ+g&Xcq%L#*?cKml@FX%FeYI{VBo?4th8DQ#GVbcY(DHcS%F`B$JPV@*z-F>XA?Ieum$7aYfrn--O*$e(i;'
    'y&*I<R2Tt|P9e_mF!-Chk>2P^K=s;822w~4u<JVV7rKC-F0jCXj`GER4uGv$Df$-J4Me3BjBl?cb^w_T&{MV-$^A2Upp{JRY'
    'sH5tBux$vNGU%d0p8Y;t<dA;C1N}VZM~+C^bQeh7aF--ZjeJJ+bHpF!u!SPo=OI>e$Wp|-*M;g{^Svhq3Fsi)zx%!{50KtxE'
    'iTWjlBTcTaergkNmylKEd0ZnN7{53_`ka(;7stJ?gPcXpjx`lOE3Qb&&M=-y2xw8p|TH-%b_wz(6=l7s?PylZBt4S-HW85-!'
    'sc^?OF&sI=$-CUuKau-39*dE^%0wLh&u<t2fYa{&SbR=xM2!Z54hQ96Vp@+o>K$m+emBY*{Se?pAZ?8^=6pz#{2WL{B|odRT'
    '^DJ~oB4=`Qem!(C!9_dtRei=QW4R{rNMHuz><#8ANRBDhL?m%dqf1X*f-u_etiK~qDti*nX9DTgOar8=sba0L{Wc1kCZHr)m'
    'O?=I1p-@vhz17E;mm66#~PD{MS?f75Aya3M+=M`vv6+_1d^lMY?^l+VF)N-bHjP(5lZE+Px8NoP)+H%*0Xws&;!2jJP5|u`Z'
    'T<@N9gW&D|+{GMoeD0QYmY#<dO@W_3b_k<YPel?e(n96<$?EqzhDf{uto#O5WP<oKIhLCFEoswT;Q#Itj^8f+$x__+9Nt#{a'
    '~BhA2(?cqi<||<+o?(Yyn;A&BY$rIB{e*1B#oX>=_9Q_dAGafTLB>_foo*(Odx5~UEu%j5{7dnzZ>wlGc<1f=Pt%5_@t{Zfl'
    'nTIqyxqR`uNbci~jjX-*tlb^F7z;-h3y8+O#GvJ;@=AhMYOgT<lBQbQk!)yM!QFLv80HMkmNT{?A<uu$8v6^ZaWfu&1=GC1`'
    'WwDBbV7TB?5t3<{DCiR2biYZ9-et#T$I^CdN3s+%V%Unt~Qw@U^jTvF>_&Le|OY(U+YFBRYtT%}POR|6vp(~EfmH9#ZpBLTb'
    '0L58hU&zV>VTor|-Mf;=Sq@?(5QTh;kbCr+hEOQbrE)<e6EE9YWER<y`7emQo?V!x()sWIJ{5C`G8|dzeWQeY*1AX0@D@xgw'
    'P+LC9NIP8w#Wc(h6YhmU9GIDY_l?Dq@hrUg9;vuksQ6K=HVf1O#|3WCmqLrQkS<S5E##y3HTJXyIA`f%X?3Ro%F+iJ0w2{t)'
    'yg4<>RlvwamQjUeZdRng-LhM1*9OoHhmwXcqWQ9G(I`IFB>ca)Ry;CmV@QwgXx$z^*}sxUBPR;3Cw3Kja4(7KuKco<n@bnP#'
    'Cz9HDXDEn%9H8^^QiURwQyGO8+A!2N1ca8?w+$q1DX)bq+)~oHhA-v=WYPZPe5bXaudNe8bh@t-zUeT5zXmE4&Pma4q()hf`'
    'BGYwYqqgG43M2*r&MjM3UR<brwVwWZHpPv9eZJiEuiB=`w*j6RKFQZ*d;@}VNKxfv>+yM*_7bpUe$L;S^_cF6xNDDCs30ql;'
    '`ndZJP1YYLVRe}EZ*y-v7CX1g@c+w8MBQx>QQoMuwa2_!FDc&bq)WSWN`}{rzZ4e--GUeXd1utyk+K-lYLP6Y3MIM1BP&W~i'
    'lwSG-?-U!KPf_QfKk0<Bpv)KCPn7M5N&SFfa=*J2n+u?OqyWU_>Oo{RM7b5d!|sfiw}+t*xEspF3tD@?fwrLLf<QA|7*1DMH'
    'pzn9D=Tp`J4opGWHHyUxESq227h%~y~EyunyYP#MWC=f($izT0c4j3P9#6>2J+1J%!acA|NU(rqfa#bptmlR__U=NXbTSCH}'
    '{K&ihjn2&9x;sIwT;q=S&I8a92(0v08!hWnMAcD+pa?-D;)tP2jaHps4Y6A8Z|7*+Ft1f|iAIU#XJ^VC~$Mlzi?MP<RqR_;A'
    'z~Op?r7s$W%NIb&e;l0`AbJZ`JeR!M;I<ow4eD`e<Msd(%!*a}7szHxQI1JKFDXskOs0?%`OmW0)Z;GlhSiQH&2{3;WU?p2I'
    'O#`da<Jwsn{%9LiXjfIS7zA#C*i{?UBM3A74Z820yp89$wyd6|MN<DJAhv3%BHPwBA<Iv#{rY1Qt3}F;{ezxq*@VT3(o{BvW'
    'U-773(v+=77kcTKbLM$CoOo58#f%IS6@<feOr=n)s!8!#zZ3Gu0}ZuIM&XxaTj%2KAMi-|w~M#+C_K;few-EA2*DlYJBII+p'
    'uA;Y%OTqabc&|*7%KdLLp3-1jR#A?T2m{Gy|)bZ-CZekeb@tYuv{vAYyx<dxB1B4`3XD2uh*N@jlpbB?WKD*^+2Oye<AZ&4G'
    '!M;`EGr(0eu7R-?9I47iZ0iZg8$tzy!N`XG?ztlsH|LYFz9C{rz`CAF52jrHj;&Coasw>F{TBvMb{-`rPcC8+{GDaf#aY+^G'
    'TW_ugbt@NGcdGuIMBJ>NrLXd!X<Y!$dPP;QszsfNbdJ2M)i17P>Q?nbTl3}h&)IVS#^gPtzK0q2nkDEhYM-C14&zGR=z)+bv'
    '2%VD7{*8lZuI*F;%L4yU5*XLM&D5Mhp2cUlK(*'
)
_START_TEXT = (
    'c-jDWK#0G}b(xrtz{>mp5(L0{;Wr=fG9y3ux#adTk@Z&CVEm(y{MJ)a=@}5*59_QYH9A(u39jJAuDST!xT<qF^eB;s@NrMw+'
    '@*uMCwG8jsnEvSbYfN~i%*2_ymOfEW<t-RS4y$eBOPOvYpx}v1Tg|>QL1HhZAq22F8dT`{KC81A&eQhfK@<6R(G%JIgj;U*;'
    'CzU{+Bx2j5q9~U?1VAZafIvtASWD3FyY9glS7J7yRVSxUk)N;~;(BEqu`N0rRahw63wP)ov>-Vz?v4drmyOfz<tqqeYykh=g'
    'B5mxV>_(*7Bvp-cx<N0LT`SzvkVd?p6(tpS5XGxA8!J<mJ$8OIR8WN2<@Ta8F1%oi|85NeH!r8T^~+sZ%)_0*066tT!pD_ZN'
    'o|32Ny`e+gD^(TGui8}=3+v58vTBG$)w<)3{tUcCn6T4{^(27F`$B|nm^~aiVM<M*$xR-icKqd<E+{CVhzF%eOWeKH4(oj_1'
    '@V5v1H~uV&USg{m)UdSkf{0>v_xh~;69CCCA5-~rwi7VE)%23~RL+MB*$dvUz`O7g!Lj#x2UtSFPj$uPJum#NAtI<DaIxxgy'
    '>3-n-g-7Yql7XW!Lg)0OOxs=GwV7IQT_i>1Z8m7m7wc#Fda8`+hF~@je2u~rqU8yu@ZXpZt{Q;tV-{iM*OdDE9$d*Llfh(id'
    '{Mp?aru;YEm^C0qD`ZrLpsdDGcP*<(`cjo6WQ-U>iB;41h#$*@t|r6@~zXPMeMyU~5W?yjoPg-?WJJu!P)epNpSb-f=fJA%q'
    '<z$ozWwRrVyh1g_X3<eI+YAx&o}&!YA7`*ia&7>HrXfeeTwRCg-?uJVaU2A=ipb$jZ&-p;hV@_Su=<%3aJe9J)3ct9Hs5-3o'
    'C#ujkWM!P)0ROW>w&U7i<mQWGZnqxBk(4u%wC<ETWoqb_OC=vGG$FiQ?)zLiTjx`6FDXr1mlL!N_zIu@v22}UyEw<)#Eu*Ga'
    'v)Q_S<H{Yq?T-XVl<Lk(`uvQ_|GGuHBF-6#rTw!?8rjz`qWusgosF-CNh2{~u!lS%vi)3Y%u@d>|7_;IENu5h@|^<P_$Eg%&'
    'j-Z!l7-0;WF>wqEobPOf04;3rb70}tE98c{WE>iFqaL636v+lTLGt63B7zZ_`HKp9O}K0WkMG8(Xo(nRyZC9>(#)ilu}!2#Y'
    'nJO-c{QRG#$ks7O>)$)Nz;@0zYadLY9UZe3EG+syN_p!GyS{We+1ncqkNNQz3RvkBNcqSV^M>mp;aSKjsKTAP-k{SwfVV_N>'
    'y5JuY{R=P)I>afBv9Pez1D7Jm|jk^Ph`sNljhCWS>_4`O?q8S4UE^S83n9)uLPcv3(<Q+BE8HjeOK)l=DJ{FXM`hB)V>Tpiz'
    '}Za4_ns()253FF41f@nxC6#C`Kx1WxbXnNZ#nkJJAW}md2H<g=6gl4;<@5S}znhmP|CjPraqw-DyerTy`yyfXx!dfBm3y+{@'
    'f46JT4|?y6-~K-yttdd+VmU4ty#4qmRP{3Rp)^{63VUy#<V7rSNIj&Nfv>U?h_YT!TUsTn&UKn02|jNt)gr;M=2ivX>KkzFf'
    'HeKz)ZF<XS)K4rwIZM(s5{VZ5x8R)&4fV&$BkDc^Tn8KMj!guwU>5UJR}M5+QF@ugM5`FZrDb~KdcW{W>yY%mt)k{X^be|u*'
    'toTF|ZFoU13w7cZAM<rDf<cYMlV>sFSmS-q<C!uU0G@p%foyem1L$qK#6xlJ}E)!6rNgmJCQ33*0fA&z1D%wkWki(Wn@hv<*'
    'ciVAM*c#gOdG9M0Ey1TsdkcY@Gf8V)3B&r|fXgmG(pp3VzWuL^nXY3_Usr%39SME9>|De13wK@i`vg<Llb@5iW!YfUp4{prr'
    'Qq>p<DS!&Bj!CK>C;VEWtH`E#xz4_Zb9&v40M<DB;KiFU9vyO5e6rQPc4V9&*kWBr~3>`?~W*9OFPr;zKC@Au$kZ2;y?}Ybw'
    ')VkS?5q|j7WD5rlzrfuAFTnc0Kt0!CJ^Uh6Qqq}$V-takBQvmvvhL@Hzfd+^#%Mi0Yr8GNY%mi81tCR!y$x#4J+(HzOyzwa$'
    '#NstlT8fMm0&IV&7F2iC;r{MnS5VCCl2%7#ju-(b5<H?`j0f|m^;u>t>NFME@DpCa~41o`sdis$G*9^y0y-FSe#U@t#xOIKR'
    'fAO?W!2)?Rf{d7aG)5zb^&K_8R|#|6Z_rCrmsXwitgSCRx6E7~O-!g1v~LpuOiCn7Q-L>GPwv0$rP<RG)3FQccy<<>pEH07J'
    'rlV|TR^kuv7Go|vV?@GEr5Cz1ky1CSoMSNWw;1G{oG^SFRZ7w5N*V>}e`&997aQ#Km}=+nKWlznTBGe`c=qKR!h4Zcyk1Om`'
    'i)tL87<Arlvc9zNzbKXKaxVIVlbES@19IEz>*9c?2NInF0+I8UeBMrAn5i=4#!x|FWNn+8DrDo}TRlFAkEk6JmRE3_e)X>1}'
    'iO~(IAqo%OE!Uf1^-e^`%QgZaTiY#F-m}#(%9xP20dV}LW<M}7M`@hiD~0D(%}UW=^p7sqgDvKqSQp!%XgB}XrFv5<2H?S<e'
    '`7`~5c%KAv7U-{Vy0@{1q>}rXN8T4S`nX&+u;S5e6TOx#@7;Y@0(&Vu1Pzpn<Z^xP2;ENPHIvq)e89XXPD8c_Wz=;W942y`o'
    '*YqR3iB8!x9uoGH+ED|0jPKij@uD5XVO$TQ?a_Dj>zLgbVs7V25)ON(ea5!2su-gV=y|uqfKN#{W~$Z5ry!!_DXtOq1h3tQ('
    'UVpfSp339()f#(qBg!--KK?!T62K^*qev6FLEJRb$`)WE5hfNooJe~t~-A4I1XO<}3mi|zJca?Gd7LjMdzyk0p=3N}s*Wl-1'
    '^9Qw(j7g#X0G_bgeTIT-T5*_7G1O$mHasy_9-A2=|apcQ4^KeJMJ9<F7BF~E>hPA^>AWAKYf`;B5*sDx>0H{vR5%XtRxOj_%'
    'G0*2_Ekv0o@ZtbQur}M5aavexjlBLwoday)UgUHGpFZS{JMpMtBIKxYJqg;afmksL=)|OkWlAs;`{l{GpNn~AR4XnQXUb3FX'
    '7x{&v3w0Q3}i^8XqqSeIi+n|sdU!8Noy^eytaXuzOcGMVQFKx_e22#oBu$RHJu>Z%@av+5;$azOeJ;+v<Cp2+b!U2S_s`R$)'
    'KU?oSV>xCCkBLB$iS8T`e|OV>`#~n!ZOaWjXvBV*2YFi7^ZkK$s1kQy2N`^9wX;t^ioXE~_fCL)&u~z-k-Qherm?kXk49#GG'
    '$NA^g|2mv>t}A`0-^!K;~ra9vCBH|qg2ht@89w#BDZwbFsptP9^F)Z{}B8o~xP(euSmgmzN#O7+x&s&DLDjf>!}wHqBl6DWY'
    '0%McBq$}GyoWR}!U%xb5XIe))_9wWA>dIlunK4FL()(0r^y5aMCC#A3yr7@Ywnf~H3=<_lsXLjSKuKj{TFGz^$aSh6vg@KQ)'
    '+!<uI7=!n4`GOU#P4byZ`?G8*?y-495#h9kUN;Wz$E${JOfee$=gzsKk9ufUL|bMN6Cq28!Q=q>yIHcXaJrip1a?iFQ((3#g'
    'MKWSzolI9Zep5}+?V3htjh`!8XjU1T-#xoelW$(S6i_GT#z$MFXA>F7w=-$yn^OC8DzpAa>zXiiqSQ(CGcPPI?q^_LpVJ%_H'
    '%?LJGz*_68x#=a#?@rgI!mN(nQvQMj{jzFHwof8gSW1ygSBJ=z=B8cO~AFPY}|XV=es6pma|n0^Gfrd|pE(4fWf^ubYK)UQj'
    '$`8@-~n%>p4lRz3lh_XENzEyLZ1r#c-59;E32?vodIzv#-U4%#2gKW2wGTRvKD-@-xZ-MkYXX3y$~$GjKwQtcV2q0VbzHffJ'
    'Qs1DTrgH($)hQmX;XlfFwu9W+P-^&+{0$g%7i(;u!QZx1V`eGCmT-uU*iOD0UKKaJ0rn1cZG=9%8mJEall_I`c{isp~y>~J9'
    'xPeO==D3eyI~MQHtc-9_HyQ%z(z~XReri@nH9D*7<oX~;extjigeZ}{n<rNpe`L&d_6(UGjKJ>Z;kJy#pKPZ;W-F-&uoOaEY'
    'mEzrUtvRS1UWi?jqc1W9^+j(PHBw|GN@(<3eJ<RsYix_ObG%5OlZg}&L5GuCz7&BBM|hb4i=}fDE1vS*e+q{zu-XFrJTqQdI'
    '_&`NIW=Bai!xji|Sj?P}O1ik2KeSGw7OH7u=v~Gy>D6dQ&L{;=Z4MVMQwr_~68}oQHK|Pd+X@6x87sNsQbRJX$;vmF@h%BQ4'
    'Unf<NPyAjV3(Gn)5Y35dr`IjFmR6mY;SO-wRSBE|wLG<hv;?51s4idiE;Blnl=HJbc<%5?o8g{4&kuY8y*mRhS%NY+(A0#Ug'
    '8&;eq`3lhf>*cP>|O45aT(tmffFWkM)1Y6f}BJa}3)9e>dmFhyS8<`lRGs<TRvR@6!eLnobiBKTyz>;Y|81~bzk#kfz9t7;v'
    'zo(RbZdgY+C(ey{xdw98My~rkUrZCH<?o?zlM!m!a22?FEBU#QY`6M7@D02H`N#m?DnBLHmzx0VR&;s7s{+FvR*2k#@T7O#!'
    'j59@d8Q_Is|C}ewFb^3Ooj4o3UbX|o$~-#sj@To)1*eCnIj*IQ*d*^vD8%}JCP*r-vdLkINO_XT3v07!2L>{0&e17<#Gd|JL'
    'Zc#@uguP<fm^u2-&NERxb(Xz@&m^NGufj-_5h0ig;pDKrkL^9sF|slRDLQ0d~>@58HJ}-u$k!-B8z!U_L%ohsswi-JtBS7&a'
    'nJu`gu_hW2;aG2{~!^b0lO@}>|{dd7{W5V;-zPaJjZJoExL6o`Q>yjD~CVz|4qMYxAUbjbC#)FXANs7r}SdJ+IX1q1Iu;?xL'
    'vCIJdMlLwhm6ZY%z2Q+A|{aC;+s4B2Q*L4-VY8uXmL<Y!@SR?hsm~2KK_|~<PcUC<i2<_Lwsg{6mTu3=67?i4$G4|BFpng*j'
    'v@u*(HGo%#76BlPHTwE0Z{&vGzsi!&rxr#!5d`n2C0cHN@#4uuDbsj1?c+WNY=etRTL-pX?M6TKtQh4Q4TWU}piENxkx5Y{p'
    '9-1H8x>rflK`}UMA#)2kA~){y^i}SL$`g9;chD-IDFq^2g8zndyA*o6<@U!e)Dkie-f%o?UzRRuV*Uita(5U;IM>SGY;v;rG'
    '{xsFckgc&9$P7d1X{VFd`722f*SIgWXuQ`yUg(As))>i=iU?E39K|rW(PeqyZ$x>7*GnGX&nfCWmDgwO}bq<kni9*#_7KWe+'
    '&9Q*ED$GfNYh`zh=7@`FP(jRDj;e(>yC|C+K-#+5>6u*-ap%n&>$#`mq)Wlo1>CtsvKC|1O0KtOZ9H^g>1777j}OMt@@YSTc'
    'uH@;Bge;~(mA=-{j3euBaEBMNtaY-Wl+qal_TR<TT@!G(ymV|FzOgSnT3pU8drk%Lk0vad^vN={gudYr|%)#`dkIqsdpNc^R'
    'O-I!uFbB)|F(@>_2P#5QQ4}1KeM*PV`xq~iY6G{g82DJyh)g$#08#e(%<57=1JxNE{UfDP+IqDD@ik*ou~-?<Se=3L;yU&NP'
    '{Na{6Vu))uWnUtt_zSY=Cz-dro-<namXl-0)GLF9=B8apHKj|aWC+;dPx)Gw2EIi5$wvUiE2<W7ystYx}cAHW>iHnBM}4slM'
    '%|7eQjn}G~Ra0%Afc9jhinnpL3lk3Y&foaai<8RX5~%Pe-O#fLZNvID6+4Zz_%3;}Q$ZfnSK>6+De0@zb)Xz1pq}e(D8mhnx'
    'Wd1Z_x$?mYK_RtP0*dnGAen7ExTS_mkzmc((>!2*<Xq6DXRc%SfH@0VRPDJMT-nARnL;!em#%v|n?EYN%_-<MPo)tqH6{m-I'
    'wPb2}|yPA7nK_w0I+QzM!g>hd?Jt`Xu{QtDeVjbhWpJ+M7REL~Ly}w(GK4=vkr+Kcn$avxx2F+Q_Fl|%B1;r8>{E2F4xD}$C'
    'OMoLm$^akR>$B0*%g&~#G-X=j*E!z4JBk18tDY^&a88Fd0!yNr)(GfB<C{ju1mQ|Fg*!oeQ}+UBA|-6>ri!7~I<-&;)4a04*'
    '9Sm`*f^jNj1QS9!CeEXR|~s(H2ArLOc?36k7GI)?#`@?ZcjEE|LV}XqmX=QRzx%-5(W2!Py>=i3fHrIJJ(Q^sdD5F(HsSHRk'
    'GH10yZ-cwladb-0ep;o^Op?xd0|vyDot0oykNIvl|75<I+L5rah_3X2L;L$bm-_AeJ)`kO=3Fc{5wIN;c%sh_v$rtEbirAOM'
    'T6RCD&x0_8><RN%kgL*1;X%@~Cexp`DULsfXI>Nt({T+~$8XZe&g*n>9Ypja8)pK3G$)1`S)DFxrYoql0LDh>7B$F7}(bYD+'
    'AD;y2{@E=Uicq{?czm#ADl=u__n(owUk2t52(ld{==-|erWEjRLYiyAaIO~Pv{+)cw9)CShS7O$9jW&VB+v-<Y>KMo?mNe;p'
    '2eMvey44WVkiO0jKr$pFk^KWkd|b9p1g9riGM9MCbbHt3QB|{NXrw6Cy37My*>fcF*2>lI98a0+Mz0;19HBPLW(%=l55s{v{'
    'K1A%9_zl5W<DA6(XWniQ8*j|>e9TWl6-4eL^UK81@`E8bX^qh*4xR$rG6Z(@ekWwkYdoRnjmV$6<@LPAY+@^v=%OjWy{ZvH~'
    '2ug4LDt~Z)1_*ZX!PVZXA9G$KvsX@%;bTf3|hN_vfgsSSpeUE`sFU3GMdG1x;fL2{K}MP}uaDu`dWSleTQ0Bm5nC58ToBJgP'
    '9*mTp*CY>U49Mxg#};9lf#1DihLiahJ3UmxJ5Za4_msC`u{2;#w?fni4~5cl84vYm%>VoyFS9S!~Q<42pYjhe04_Z}=S1;#?'
    '6q<ZUdD2#)%={>F?qASI7ASSv0m6s-CQXK&U231=(GiJALN7qjC^yZmXBI35eHoZ{!Iud2T8^m$(%56^Y%V=-EPNUy|4=aVg'
    'sRN%-^>Cka*RlVotRcpon)jxj+g1kW?<;)ykv$OV<LLt|W2gC4y(y(6t~}Rm6S-v=%7j4z#fnxT@W7U8Kpgbcv5<3CHXsA+)'
    'V!yZeQQ}qH6#}V`RUtBnAQP1l<`ci{4!Ed7q^%)69{(({Q_0HMfSO&oW$*r0j|by!P&P90(icOHoti5pbEANRK;gdUz>|X{<'
    '@xV@Zcu5ZVquWms9xl%?l<^@`31ek<rN-beBU%bfvV96fMr?T{c@eYOvj2HBPBJ1p5|X$W8LEhHq_spUe(as}6VUY3zCoq($'
    'hGLG!6*BIT=bJqg>afLAXG=E9<cVM{6!`QOR2or!i~P(Lgm4FK@s)!sSo?%a|!;(Z;N5>pk$JTR$xuTdUCn=0+x`8Tr(QCRE'
    '?wH6{8SNu6q`9yuQ0cuVPT3=VaCwX72hYElxC(NIViIVb}0B$qs2_w8%l(xCusWcSX6@%EyEzpE1q|>Da;49P6A}-(7FWAuu'
    'fGi9ZN1PU>Tp$GV{}McMw*_IvIjk?XM%;H9z-%1Pibe;?jawx2#FlPE9r)F>k#$!)9S7~yz^9adZCFP+BNqnw>D|s+H&W1^Z'
    '){#xHsf!(yk3-Uxp1U58C1=ZnAK4Zzd{&ycMn}+PZ3zYN0y~$9rtp~^*|G=G=F_%GFRgg$=qI19l}9|aHU#DBYNN1_|3+Vet'
    'K%#SAOzloL6F)%ig&@R`?2qSAUnG=n;@&de3Dg8aR97Wedcbfq;&!-56xI7=ib3_JI?wN$;0Q_OEIu>aBJ_4BoGTTQ3jg#iW'
    'F1NG}ok<H)q1igsaBJ}w{(0`TJ3$TXAH8KXb;rfUCv(C4{0Ujk4IG~U}d^Y%sJOXkf@XCRZbrezv6Dw3o}pw1Gjuy4tKzRo2'
    'olp3gJh=KEZ(z88cAZJ)KY>zbXQuk|683g7oBT-JhO}xG~+?z+h^~WjyOY`oOW)TKm1o$wdOe-;CwkyGHHWUU8BS(V45pB>v'
    'w>P~`;(r~-aUs=?N(s)AT_^X(nQ%xQ`q{LUc33+i2kzCss+53jT1Yu07YO(3-Oj^>fTPMPlP$AHupd4@_-T14X*PsGZvy#K`'
    '37JN5XdY~Ht&Q8wV`w?QZU<ebkU9fouNIUg)U8ZiNHG-{`NP_)H_V)$b}FbKpaV90K7f#eDc4G>WU<BL0g*F^UGFo5+tB-mU'
    ')&FIk|?O@qj}$Q<L_78{4OokDR*cC2hhXi~oB3h#Rp}@S#fkv~DZyuX;oe;IM^VGz;s;qlafoFckXY%(S41cVtpNF&z;9^5f'
    'RYys!A^_(7i<kqK<T*VKOU3(Ot}e`MFN@d-p=1bC^QS@vJ7{!^3!DeOE&KA4Sa@q<!|WvVR3sY9<b*NmfeVQ;i73vXh96ulz'
    'mr2?Sba9lj4Gj$@^YL5@hlSs<|*g6wm2L(8-H!6T68BM-uL`iqdK+%3kA`=@gR*29UblFJ0KE+Y&fF;XyCfSir3)7TeEBMKr'
    'az`Tj*|wH<Sv?{L@YcYqm49zqNjE1L2KnpU(8INBwXeYma@1eQFodb1X5tq3ZjCHh6E@wd@X(GUjM4T9`S=CyMehvCHhQw!!'
    'm&Quy&W&efk<{z_`-U+UB)44ywz~v!vjrBxhYM)dcnd40zzpC<fa$_FMh`C%vyRKF|LB7nT<15)}pixmRw6?rV5TM=D44nr^'
    'NLxb;~J|27m*NBDGcfpiTj|a4zw(eM1xCvxi+a59!FLhG$ML7W(DNwxEi5WKusc9}fZX<JZZ&v5`$4LYWAV6`m7!waundqO)'
    'bVpdD@<ZFzZKLJPN6^L!N?B4~8!^tm>$Nm*IgOx?^l56ML}kA64{3&-ulLYclRgs{iWjjrL$B8N)3M$W&tO*}2+D9D#?FuD5'
    'HIvivY4A(<YLzF!&VAgz9T8P_E;EPl+8z?wkmeV19;Z4Lt%UJA)D9?H(-jq-g(3)T__|2SiOCSK)xRrTYKOqV4*}tonfo@q$'
    'HYOPd`s&=#!MLg>Mn8`Pm^bBzE2$GrUNpf91DP=f7Yy<U{}vb~CNeu;RzHT-l-tvtG!%vRX|elwTnu}fZ)w7-_U@9gHzlspu'
    'uma2EyA<8eYO%#-TerkW$NSj^ox|>KAOt7Npl!8u7<0*%s^`8vc?{#X<2i#7@0Qo!l<UM&-*lg&@h(^h6a@(y;%LEQvthjF!'
    'Zy3M-$|<iCs7l>dL2xXihH`{o~BHpNw~9Q9v;s5CHPy*T}xGqc;*bxnCms$EtQH$UBamatR39s1&<=Zh@rI8gAH9;nvE^G#i'
    'e%o?`-)rUo1%G>ZYuT^rlF?XBrq1YP#rE%OyNIziL4oK17g3dD<~=xp5C4nQiFS34~EmD|BA5?>DtBYIO#pG!7w;fP;nljU6'
    'ImRvU|EI($N*(rkLQpicqTkni3(R?f4l~fYaoMA5g%bs>gB>mgDmU&u0A_?%=!K#&mZdyq?BpL?#>fO-7x2m8Qj(OF;zRm0X'
    '2nyh#IUU?Znl3_j5ZcZ3JFh|NzUjO(Hmsd9WM?}VoqxZsS`69+4SH7JUH$VTvb-ym3A3Yp%A@h7j(#LhtNEQYq>0TR8E(!5%'
    'l~8JPmYNxR|F%afTo^|Noef2&mppLVSKtEph5S^u&TD!{yKxzG@22J3zR9nTL7e30lsuG^|pUV6y>*wUN{o!%%zHHOfnSy;?'
    'A_8jdo^HKrbH=|MKM3%Dl0pn&Z>o`Zo~SJfQjPH3QsFVCM>gUZF7j6=CR>gqTD^8}3Ly%J~Y{utK1;WXS|r)=QxafUnaUZ1>'
    '2D>?2Nx=XSmk8!<ilGolJ5yMuX$ucr>37CF?o!o{jnsh17;PW}YnhEhhKNjP%ki)3z>>0#`hUOp=^L~5ShDv0J+$xY8+@sBL'
    'he=XmbR1?*lVKDv6p>;|l0NS~hds;pu2=dm!td)UoTT3-576|$3-p<3es-Tk#Hl1~l%tx{<lG*&uX|jy^>svZ@6#zoUk)Gbi'
    'T6PFB2yK>)Qw^=43}bIU2I)QrPrJBo8ttS4S?Lqwoj4`hi4K0qvk{>%dFD{Tf{uFcs$|*QH^*S(J4Ep);0KOunFJj*V&t^UA'
    'F^>{eZC>1LjBCLt-06&JciabpAm`;mnyzp0jE_4y>&A8wSP+#<hY1nI1ug0sEKJzF&6#f&a<J6cVtpPFdq&9@#NLXys@L2j*'
    'PjYIUp}%q23K75WO-~6nSIJv<b%MSSmoQl2~J+fCEE848Td8%f8EK!T~^zUnZq;(EAur){lC<X}QX)6fj{}13c54UE<}hA<M'
    '3f6!PS+5aRP5Ks)<iT-(nr<L%J3I5&?xF>2h2WN4S{UGSM>J}WatY@XpOi04?$OwwNUjV{xFE#a3|6V;n!F8<7*bW9}w*t?f'
    '`SwJER?%KermVj_rN;oDL2>9yV&%w8;pOuH^I{0%pC@@TFc6K_~Lq`&AVcz6lOQ2(Vson4g#4%!25}h7@Td)hG(WFr6`Y^RJ'
    '?*q3n<B=be6~x(ixx7I2pw)S5euhe$wW~=D+H-T9vv;#d{k&Ys=A`JV+-OdKue2FV&ZoK<r)ykzyd9xG{L8beyVU|cht@Wr5'
    'Q-0%DZgC-sZ$5Mb~N+2eo7VPwuoUj5ADjRhiOeP75(GPwx5f3W>7&c9uWTX;?~E#ucerdgV<fmFYD61+TrQVnlF{9dFA<>$#'
    'tDbRn}_xSc+*SwH926vWcYg7P<cj`t_!kk|_yUJpG?^Ar9f|I{>F^sW>84zBQMxRd4tCmS_Mfgy;sdy#-U8u8I8%n3w#$%B@'
    'Qg6>ugUSI~P}UXkQl=$T$RD=<WAo8u{j>sHE4(q8h9E!2H2;Fwhs)th53{mq|qOC<i<xR-iZJ|qY5*TAZlfNfhyHYXPc_Uzl'
    'v!nUZOlZJqNbSs=qJv>8VVOlBEKy_a9E&XO*%j_mZ>44-$WN&OkAL|&6qc=C?M0~iR2e?Y>+C^0;93+;()BtQUlYautxwf)@'
    '{s>~NrcxEf2BSy6)?g(M^R+v1KbK;lH6>YKo#-d8ho%IPT~BVW6r4Eq$E~Tg(*Zhy*EF3Diwu_~z*_;QR0X?sG4!{7M;GI?i'
    'e5Gl?a8EyXiG2^`{T>Cpon;5Qa>#p4*&1u)yBQAqnM6@di>lhy@rjD#p(kS0m@sn%aQ{X%>+qi7{YxOt1PG$ciKx~-8U0;W)'
    'y|?Er-iPzEeZD4(^GsNR+$lN(g-2zJ);9FD;>OlddD|trX(Vp&ue@=V#Ih_lBoIOu&YoH;mTfN&ovmvuZ_9fZI#ql2bG$D?M'
    'hJ+$n(PRLV!tT=I=6)O#!8mQoYanqw{d&75>fBK_L8mUvk`A_wo*z^RmgZdgY+Bo+tv=-ti1wW*$wiG6aps`Ig+!~IQ<;Seh'
    'v<#@-;hvpH`hV`CS0LPYAB?8{pC6C75bf<+d!rq|SLw?RiC6GEbN_rPub%~9Qv(l$Rnvo+NY1og0*0V!KeWQ&6(A@M0?UUlh'
    'E(=uk?J3p~u<(9if#Z5YJX)UxkSpxHrJ%3Q`ZRyiFPIO643H+gTl=R`1-NuD^0s?O6XLXpT{aHu$fSp9NiP-o;>)w2iFRU8K'
    'Q0>&{_x?{$hxkimyLmVZu}dVjH(H6`EmDJu<GW&SOR+Ns=D-d4#BC4p|0mKosdCqpkA`Kg)@Mv`9)bvTdHY7kaI*{+4|?dl}'
    'PRcrP-O$XF@tWz|zTy$VbZ+0#oXsROLla^(@%*aYJP+yp5p^(9ai>Oe!~R$2-)3N+=y5H(rs~A%5Uc#6-+m?}jVRc`DtMP!H'
    '3XU@Z8{o^MGa{MWUXbz3?h2<+CrsFZ(eSw=M{5(fC^+RnhUs+^ICdvs~nAc&O1ToTfhQw^aWbis;qL4q6=Ke=EzKy$)9-Un)'
    'eMSMV~x|~-E?GJfJ>WxfhA|V>PS2J@?@aI1Wd{BujC~)h21Ttso-e4^Rz!~urVYT=M%{n%+qxGn#37&Igs6;GMxm6+^L5T8t'
    '9^0;%m!!k;E_KW)lL&wWksr8L`lL((wR0`*w0lJl;<ANYGY;v*ri5onEEM_Q%d(w`b7M|EEE^8}@8HwNx~rv@i-LA;W%Ywwb'
    '?CRgOCy^oAE+4`vEGcUHW^3RoT=bt5c1bE$Yp^&k*bP6^7BODZ?@+hmS506$qQf7#y)dRj{Yx^H5MjYlf7O*2RQ*BTYF2UQ8'
    '_Of++K}Onq7z#^B_(fFi*&hm*;3A2pCeUCcbYu84eRHQi{tOb=ye2LB&<)g(k{&CfJfq4bGQaEcMBnZ$=^b*0hv$RyrOB>(s'
    'rdkbY}dMl>T81NG?H&Azm!o05imb7o-&@{wws7u>gzZZO+IV>!6GRA}SfDaybLl4^E1^OfSzSe}qx1)rr?qTR-QDf|qUFMxt'
    'jBsZw4a$0jK-KK<neRWFggkz7TA-YJ9ZKfo>O~e50caJ0_j7V4ZcL)Sg`sf;kB>MOtYS>>0$DN3VmbK_3YQiFm|9kw38njXK'
    'ph^6-Yb)%pctH=}u7g@I4dun5gk(r56!zc9u$_f<Urs$L8w>sI;L^pptD}^RfOc(TT97jkv$qkCKkAw(vFP%w4-}-gS5M2K+'
    'G9h1RucBvdA-ArFtaT1Pt>m|WPYjt%^B*h8Cazy5L}MRDp+M|UqcS20stG$LmnX@<UtM~SCzc5TCb7y%MPcN%w6-q?rlO<rZ'
    'e!|@-B=CqFEvb`2-zAe!UQE&p@>~zE0tPA;WSY)s0CC$&*_o_QaTMLml|kv5|9CHys4((z~aQerH!iG9wcK_T|{jy|bm9kA`'
    '`1X<bxm#_xY$m<fp`xG$Z@z<%22ezRknJzLPfY`-}8S&nolwGUyUA=Hik`>8OiM}{>Aq_%YpvzF4BAs_8#ti7aB#Nr)??adE'
    '}{68XqDFo}kZrSmh(|?x^-S=`ShmY}~n9@b>#LM?Ww?yc$g>rL-q}UW-wHJT*Zuo!{t4i>fMEI^~C+DnmJPg~depfCC=D?tU'
    'Vn!$r_ua*>nuT&+OFSwV3jFNd(!;r`pp}Y$b!=f+Qn~g_&#~e>#Y){(u;=fgBsTs|G^B^^!toxgt9l=n-3b^S7S<>9-A`*u7'
    'w++l^J_A9aZEyB8;<>rl{|@xG?9o6L@Y1x<kFi8`a!r$(mG&0wYxYgek>|%7lJ%`2<8A|@3g7I0%qlbJqGaO?+G+)uLNDgHm'
    'WbTL)&*3z-b-Lh(!a)j8`G>!j))281>Vvk8x2r83E|gxTKGIW>rEmAP@ud<Jic(vZa`hgnDmhTvbZ%z(~lt_hsRM5}*lHZA#'
    'iC6QI6yslI%g|0YOAD)XvS^_>_N9dSOi==TUTVv-7taMSk(B!29#C*%yV<E#SbMnElTu_U7M@OfEyw(kq}l-8>M#rJ|>j5zu'
    '840<;`efq75lf@a09m$YsSzK<D#R5>L2zKXY?sN;KLFkV_@2X)S<fd*r2G*#4Q7i=EznpzxLM9FL*~P7wgK%9*IVczj`0L)y'
    '#I>uRl8SwFYGGJUMwb)sjg|3r5X*HNv=&-mETGPz5q++a)-Qp^3`cgT(fmPE1Tw?rq8MSL?I#tM-&Z`e?G#k?Jg-0rDXO3l?'
    '?CW!6F^Q<Khg7dJ0%k7ko5qf%V~AspsoN$1E%$pc&P@cZ)uFsH@aUI>C(s8^Bq~9@ldoVpdqR|(rgj7V-v}MKmEgoQylEPkY'
    '_s<@y@D_YEd&7{^icNpp1HBQ$H~t4*>Dw)XKWBqnD6@cW`A}QcFTe=uszT*^gK=7U-fyy7~mdI^5s~_b64V5Ptl41*Az1L<l'
    'hhS4Q(@%`%$gA}vd*h4(gS#R?aqD&5Ttr<>@CS*@Bu@NuDNj{ucC$TM6rp`H``LFL#G4<$@;_QK8~qF_N*jN@MNq-sY#Jyv_'
    'I??06IX4+fcY66!y;D|Nqpj;Z=plLM$(xZ4!Cji~Nn0s75CI|7^zpa#lY+6b+Clm?w>D|r1wW*wvhkbKsU{_8=KByI<sU_CD'
    '%hdS&0pXM-bV1Oi^OJFZy(6Jd1>n-<6d#>YIIhEkADIiaFT9OSH)|=0!}!fv_+iID;J(~C+2nkw23Uz+%$~jpVXfN7Xr_0?g'
    'sL(GCBZcE|6L6NIjKw~AWN13jW6%St*p7%2tJM5Kcg3s6Q3@|V+N~S3Bq_d_qu~h80NT(VK)-(%BP5GOE4Ds<;t|5iFIU9Ju'
    'e##{_x<`#=5PdmyCdSZDd<eNkKU=W|`9K>K|poC49v6aBL9uOd&?jrmzZ-L@PFP)o5q=qk;e+@RJ#oo9KfGaNvE36k2btz&)'
    'kg@)Js?C)=;@d4HC0{~Vohc7&9FHKVUpcM~0ZI6#QC@Qur1H(9Vn1oaC^t0uv8Ln0U-I9-<5D1PWu$xO~*^NTRkeJ<XcQ54m'
    'hV=ns6opeYe{n)mbc33<h2kz9qr<8taT1GP@69x6?*UrAPrk#$5dU9u8R!u@ZG?cG2nyXb_pZHzO_!#L|jWcZ@LBW~FIQQos'
    'i7qw60X6_(eL~@3(NUKTyT`c08s0TXNZW1j4dRwR@2h-cM>(vED|$(Y7t^J3C8OQEG%=-&&~I6fK!qSdws&~MIPJ;O08_<O{'
    '==4sh?u(QC~?UolLUYSk0G~M`J+t(wsI};vU^1k;jx8XG7Ra(ql0KgFAw?O$grG<b6-q8DjE#>?cdVHwymI)i+^-&Vpvf}J~'
    '=P22<7$dMhOocUvG9|^G{Oe54hlHV6j+Dmm~DY3qvlu_T!ZpfZIYU7{*@CPU!1cc6ls_H&p{@lC8G9!ee20Ij6i<TA?MiO~e'
    'iu#~0^5{U)e+nDq6Lx)Zje(>B(iox1;J>xV)T`R@7`KX<+kY0yBoIlfTifgs3oA=Zye3eJ#RDD%gdZ9*US)UcCsR5u<1>C?K'
    'Tk$PxWLNOx|0rce8%Dl0rnT~~bab{dpOF}y`D{tS<(~8SlI3F<|1j<H|dlEhGCfD(LV5UMlc0LoA)x&r8Nshw&ds{D0I2{c?'
    '*zovDg?+Y5bwt%bki+LHDTCn2GyfP_y%t<`OVjqF({p{|oT2IS7&vkK(&RV8er0#D27wjFifdY4bC<~qRjv+v?{4sa535G+m'
    'O=NdXeH&Vb3F;!tbbK42IIk=fM7%@4)fc_t(b&wT}wGA7YX?7+t0$csh*OGd~<AGSxrYhHZCU)OD-MC>~AX!^XIT?<tHD!`p'
    '75&RwG#S)D}dAkyYbHdykZooWYI|uMSFt_ovd0lz_k@zP~_dL+N3$I!toEliGP^e5KRn)O*;{TWRUkAik{N%Bi{5ME?IfvRg'
    'AaU#=LXO9|Y@!_w{@SDx}txhJF}tv=Im6t`y<%7a1w#feiN?7)y{I~woLt&D9@GZ_Eo%(|b9d1F*QFdq&8@Zi|Rysx2{j(~V'
    '?Vq8&6KRPifA|Eae39Hmj58~Flluy_zHStnS-uRKLJ_Pz9vlv`!TsQTsVkCwak(E~FYYpKW$?!=5qEJ7JR=CEH9TP0?Knp*_'
    'iFSE+V<4f}sSx~LD_Y{a);OOhJdiOLL!&zd_Y_jJIn9VsGb=4jZ>8xqlJjEQRoiX;m^$2uHtC^T8{DC4GXm10dQ2$*+`F21T'
    'tFfU@YlhpmVj(oNi`)E1^4LL&B3y$oRNlnaA{vvOhi31E+igZKarVQiXPz2&%(EbES%E1OMz0irU;G!;h<0HXx%l9<UFyCBC'
    'sAS3CWp`&3?`7KrsvS8J(9ROC+!+yI3q)(R@iN0m)yw%X_|y&VZK$$ITuFn5f!gHb|Ks*1603QN~#X$f1yvp~mtye9$zS5Q`'
    '0%DZ*X^sa6TTb~g36fk_tRxQSgk59-RNg=tDI75U)Hvz&=_U{5?O91Q&I;nKvqtD%*Pes*kPSy4tnH!mq58Lkz|_}nty!q)2'
    '$As6nC^&9PMiA5L0t%X}X7wo>4W=K3gAU&v2s=c?SwF0J4c#zrT-R?Tv@{qrgcsTv+AeJ`mv~3iK#IHhT6FSn*CDO$KcM$F@'
    'mr_)V1gd_0rtw+fgg_Ab@&6e{e8m%T)JDKR#Z>HtD9m;#+m%iX)RkZ=_{y4aM<4pvw3KpJIUfV;)4QjTd}&ogGa?ZK^5)pey'
    't1X3k%D?|XI)cELOL@lB^(s_Q_na_(6Gb;O`ho!CIhY>I}Ta1w^$na;q(3@RhaBu^R&Z$R^cBzOKZMUg&6Rg<@^OJg)~*`5R'
    'A(oJ&+EnToAKBo41Df1CgR0147%q;z^^cd&_fNf$MrkHc^c5Xb84}VOLmimCFfNuMvLpaP)!_uS@TlNBOX7ChM$qK?~Zhfmb'
    'gG=D(qWU_~hp^WVd-mxgg&NjoPP3Hj^W(ZaN=o|A@ub7^5!P(?j9Ehioq6CtIvYPf)!@oMvm5QW+Z1a11{rMVTOY+QS^4T&V'
    '-yUQ`1Q9|WFa+ACam3k#9g%(p~YmDiXq$n^LZyJ;_*o!&QNsE(6qLK&wWH4Xeuf-YC#l-`TW_-y}4($3cg7t<l^UArl#pf1L'
    'o9;}uC!!^)K+|y)xn>#4hCl+ui&P-*y_0A@7WB`ojc!jg8vW+ax1Wx9V^csc9T5KU;MK^xt)iHVf_H3XT2V<rIWQ_A85Ro;j'
    '@X1bPPbDV^w6wuRl4di{4UqjF2<?83z9k<DrH~C*)}TAHE)i&{B<`O^qYL_2Lbp9PvX}!qP=o3^0#&<yDC{z^fnK0PM}(E;h'
    'v!DXlfEVsc~(yC(fp*&lH0Ot79}96dgEYnBFdj?_JVU+h+WhH{69b>7H90+MsGP0nwy*O(g`{x|w=gKOze6*1xNie{5MtH6#'
    '@U_2=8mz_F;CkcN44W?ocHLpw7qBpntI2oae4!MK+Y2SA<`d&StUEJEoHsjmgf#u%!2i`Zi_9uPw+wiP>CY@+#?_m=h}#QX2'
    'Tm4&Ah*9K5USV}(>*=*Pg?SQs=$CJ}_e%Xn8v?kSaXvcDBl>3xjRBfvaiy_sZes6V)t>YnW#U_ykf(DW!yjuOIQU$zpGV`~7'
    'NE76<id;4i>c*ypXGty*`Qgd2oQHH^Og<?b3H|He(Zsi`pOlGzb!%W*PDejAFeV@v5)A{dngW((15*bJGIFNFuwlT(U4|w(y'
    'PDN!O?UIU_41dZNU!kx^Y;KXtbB5o816zg@sKd^;S!m(+x0(TW;^Frh-2~>&<w}*i-F5*P<r4K1d`u*S9!@=7yJuCmkOIn2j'
    'b4k-Tf$Mtp8%fII}UnN#lJX#B(6mj!O#7lUpbE#F%bI8~D_+k#kcw9s%mmyrYkMXH-HmAP)oZ=G4l&u%wubg?4XbTvJFxIWQ'
    '?D859o(04TUo*ohE1$*Qu_>F&a4y~JXcQi?ZC(XjJ|c3d8xO{mw^vxZSNICh_=k!En`;D`HKxjW_69ikYwC01D(o7J;CT?sw'
    'v2$OcUM;|(tC2<h&dr48C8q21u)gO%(wsJ-(BrZvDsqQ?M{%PS~=yL|5K<JJ@@2X@U<)?8t3D&E8QY;1Gzny$xKqn0H+rq4u'
    'fp1$$HYgPb_v+fr!?UQIl81S8XJ1xLL^?JsB^($K3IhBqoE4r&$lqi&GD1{ND9$QH|4THRhvT^Pn=N9+G+SOW<a`aJLk|&(1'
    'O6Ra^YV_^{R|&dtf#f8yLId$2BGTKVSOl6^$v$(l^N#rL(BB*|8+AmXW)8KLu#iEjwaovh<kpOyX-A`%`==4ix8bG#AODpTn'
    'xf{I{CbXOdII9k6}6z?#ro(X-zN|{NT;Bo{Ds0P(3ah4gBum(!{x~pO%S%b!%Z-P)0yCFex1y6A1_Z`JK#Z0k}Y4@4Cd-@c8'
    'JP8Bi{@&3LU^jWR*6gjVx%+a_qH>q^Fbr!wtEzifI4Ga%rWQzl~`vo}>EjHhMA##ehLP44<^K55>gsOo8B?F4NY2r-*2_1*h'
    '1iUyTL4B*ny-vusgw*_d=Ke#)?QtE^z&37r=lu!`SnqMsV%bjpYApF>~ly_A*AqDBwy{3_RYg9%tA`t@g<<`o*u%w%egn4ge'
    'TT@FxIWj9D9TW`-{{HinyILFWn9OZiZllxr0^*DD2FNKMtGU``_6{5r|KPEPUPVW5&7OX51D|Sr0u07Oo9jZaN{BGT=ArZAV'
    'S6G@04v7QJqs(EQ&ElosN_#q_uchV*_C>Rw+DI#s%t+d9xq6As`5Ua{c+`G>Uj#NN9dMA^{!?m=&W--3fruIS1t$Tz@LF%MJ'
    'NvR+r_Szgl}9+I4Bke`Rd!w!nLTJl!bhAX<k-MMLaVvBpnzJ3IhN2@<FQw1qa$T{}WKD1y`1(i7SYcMwu5Y5HMkz&J#?T<3h'
    'Yv77kzMnOzw534?O=Gd3Ff;K*>LvqDen4!-rd^RwiIkNd#hNBZy~kuIO5JkF-L1BEdS6FP+Hb`Q&!dvSM=wd*N)%`}}7jS`+'
    'P$7TqzU=789I{v+fQ5)*KkYha)@yo1>YECj2{N&BGpNe;4P(Ljm3;gll)5f{1qLhn&cWPr=PDwsDFDM`w6bc6Z`t$7D^@ht7'
    '8Md?bbNrSepYR(CwI6nrb53A~)-<&^-jixwe9Tf2Dve<`8Znk+y|icQRkkHQj43FahV0NZ6>2<qA~2t0f8vvZuoSRJDHxt;a'
    'Iq!LpP9M*UEOsi^Uc4()%Pf6t^;MsJ-Rl<Qs;;z&3P%^mQWGYnqV#b%bjvcA^h33m3CM<A_MNyy{M3WYE(utA`$}i<Jrl*v8'
    '0-fgn4geTvAIxIx;CE8x;-)0{Zsu>4yUHgClQLk|EoyjAJIwOOMk>!2zItjonP|teB(OJI<G&MWRkK2=V$$^c~VRSX4EN?dT'
    'bxe!_K}EH|x|=A5%8@Ct1l1~HK*d`jhGBOX`9U@IIqZp}p1g-IO@3m7<Mo#!-`^=#f@=X4CCMCy}4_N-?n<*su*4B4%LRxSz'
    'S!k&U)MJNyR-Ndb#gl}9+I42hg_v+iwz_qBJkcWM7YF<@NLp?MsCL9+L2m}50@$KVjH)l;g?jE*|ox=7ZI|4Y6bK$%8lYgrq'
    '(zDJSq+U{s3%g_X+^T?itScgvr)~RU7I(Ujo%Wup6XG1Yz9;b(kzs)4k$$8DlT>9i9?-`0T<)%*spK@NHr||WR#RGgo7ov^!'
    'X}dlhzXc0!eRukS`NW|IsLqbP8;dHjbu6&?#!!-YfUm2`{c~EpNn;4Pd_aj4F2um(#E-}qm+t&cWPo;P)0vCFDD@w5)1?X`S'
    'b1P;cgdpQV%S1Nm!+!uG7n;FJ&u_Tcl7|v1Cz@56sjYv6P??sBk3YxyKmN1I8;(LG;!9iYERYfILmYi?lr)Qs21SNcH0iX7;'
    'm4TE}%^i|BMR6dq5W36V1JyP}kywc89%obOb;FRm=SNaB4W#&smvl1>fMm0&CP%$jmXAo|z0lXF-)9|h{vyrz(SX;eiqA`<}'
    'f<k-o*uBMocgL-XdSyV|uIWa3B925-)|NQjs>f_$lOMzkl1_i+gu!w+sT@HY)bIh&^*bJ$c-+E}LGZo)2u4o62B+#hGJtvo('
    'R?rrGb^1M@Edvv993^ri9BT;h9hF2lT)j*Pn?+;^^A&FJs)&rW|7PllI|u35+wl}ag3BC$<5|#A+h_oqJK>Bx?WtcQ;i+yq3'
    'e~H9R4fMKzn*?zLMRLM*u|}uf^b_%I3^ec_v+ftz_h2HkcE75W?xoIL_0MrBOVqH2m}4}^6BT_+E_B~(tLGe3^>Y)ZdfDKMQ'
    'lW{uQf2Eg351u-k-sm-sDrR{Z+_hKyeEq$rcvi5ia)L(dHnQL^*i>)9+jj2}H$!b)p24P&n5+ly;QmXdCeK7hJtS)rV0j85='
    '4|d9eCQsSbMfbNYxLvsm}2PXxVlH1xQENf+g|i(oes>dU5zW=$^>`{T*8o``i}PdhCc4*Boi(!{u`p_7S#b8BH&PewjAE+!u'
    't4-5qU_w(!M;oI5tHOAAFm4q`~=AVjdMD%>QsySvMVHQ#I2!n9E*{ErJetn6u2$XiZcDIxuWzg?@4xBdS!p;wkOHY^{@c&KQ'
    'p`p_`%!+j7EeY!eRMvf0QgE~pj3msMXINEXfT-apb<i`S7?T^MI?!<ux@s8Eherj+kXj}3#g%SD8u-()ka1Nv8w2RkxulPKW'
    '>Z2jAP@iZ<JQK!u%VcYf_H6XT2e?sHZmw68xsu$0QmLp=;Gem()N5TbYOvpK!X$F+ReI*ERm{o+|*@r3K*uHK>e;)@P{JPpq'
    'kZMLY8vc?yo;alhOVoQ=15yVPBUCyQb4O)T*@cT=lx4KNfIPX16oku&KlaT-Rt6)uoh+may9oQl0o&#W}P%!&B^tE75%}<C<'
    '6%+ns1M|I(p)P9+1}yP0}iKqCq7*}$olfNWSuH6;@T_U75my|bp9kA!=0W?fWEKs_-mAsrPD2Lb!_@ap5=+|$s<5<AcMM|)P'
    'ZY*}iHn3iVzSX>TTKe)6xL{spuxWw51J)JrRDyx+K^oYgqu01gNw_+vn-t;!5OeHyg{;-*__-qc>#AAiSpuY-+EdlfsOQjmA'
    'Qx4(EzscbRJA1|*eCJxxSln;~qCe-8LiVj^DCn?rLJr%ogIX~R=E9?dV@E6w_}$2_nuc*-OFAeT2>R>X(89K<os@@rb!TB!P'
    'DML5D<>Qn5D5bQ_VMfI-`v&G&E5(E|84?oeh=>yR;1}8EDWar1+V<yPvkKINuC9S9NfX-L-hZ6YvlH?pml^To#`Z2j@w7hd|'
    '73i2%~Olk?Ls@<Jiay{ow>n%W_6KQ;p+T<cmla`tkP+GGw9bK%NJ8@^Sfy9k^HfsZ$8QcsKgHgH9aix{qW!7w^rgi)>Ca7ya'
    'bUw4sZ3Vp2aX9Sr{P-qpmqtf7^ReRyhNSx`qmH8CV18W0Nx{rL3k=HlJh(a^@jW~2+=yLQK#xE`G>x-*ZrtYXF5l9__uC5si'
    'rmXEj=s*u4^Oux26ZYs-h(dNjDKj4&7D;zU&)@CIN9b3Ur2Ho8I{Yefkh5@R7agD_rjT^jpM=Bj5H(83s4`9C~mJEy&pft{G'
    '5xHm?(1}I{%aB|r^v0QQMIHIrv5|IHHXsD))4ZgUd1_QcGawNG^yAjbyRf90i-UP>Wm;26K{zlfA{rA62>$!@?das**VfL;#'
    '@SLX5mJquNM6}|QY#GEixX#oROH6i(F%Yr2^(YNrKS3wsT&A#bq|cK5+LDOrPT2SA4!7TP34||gtQ2MAmhi-^xQ2cOQ<B-rK'
    '7j@NxDhuq;OS3N?d)d=PZQTMXo5NDY{7FgCfj%E8m$@7uTO<H2>0~drK+--MpH6T|gxX@z}wwl7ennNi`-E1@`FM%D}UxoR5'
    'ZiaA;jqOhY;`E+HKh4haGK_3!KC-rLmB&BnoUAhaRah57<`M^A6G=NT&>+T_J<)~LlZ=;0%yYJJ>`pAPd$D3h1==yWQLp>`*'
    '?HLfnPO#H>JwBIR}DA=o>uHn6TBvZ9M?8(907I5Kh56PEzXl#6+%>+%H_*=?AyF$!f_>(r>iaGG6V<hCMbUg~*tb$iC3g?9U'
    '1z1%J8wCi{-QAs1Dh5c3go1$q5(=m&ps0uf5~6fUBcOD5cXxL;NJ)3+y!&v!|DSngo|%2%aPZ=D*Is+QYpr*4?yZio(^nKE-'
    '5amZ3UM;ky(`X7kAJW{+F6C%A9F>C`ktcX6+v!RY6@Je<K4~0e-k4ET`f&D<w5%DQcgKOB+E?h^hG*joF!aWnulILPI#h`t)'
    'ZRx_*s?zaL_<fKxTTt(NP@k^&7kxeQEBN*1q+W-|@37pXvT6BCI1)$dW$j?b#ObIQ9@+$oF@3{ZqWa_NIWueBx=>)A7%E@k+'
    '~oZlC6U657hMy+b`);Gri*x!RoQ{`T%=nxmPPyht~T7Z0U`8HrC|6R0ah-9Lp*K=Xl;6eKwtEd>E4+TP~!zv<zD-qxntsuIk'
    'KnOl8VPlg;@9qcoEPF6BlE{zbC{I&eh>sN4<^)<8X@Rn~y1mmgmACdRExGp11cT9dYVW_6_<mj-U?vsc+a#r_p`d?h>?>~|a'
    'r1~R|-kcU0o!xyZY1zT+vTHPJv}MOo_~bNBi=fIz;<(CPm3_4`z(9^+voGD}quN#Gv!%|$IPb59YO)tONYFQ?`x{Hr;(|OJ%'
    's;*ar<T2biJz5$iVz2Fe`{@SW^AwrL|s{09FQ6Ih(Fo>HQ|G!V+v_q4fe#YX!L)Nu6R9h7m=yTWW_LgKC<I2sz)S&XPpqDbL'
    'xU_KCk!JjH=Q9i}AOZDe<=yu9NzBgQXoi(xEgd4~fRgvUBVHQQq~Q6#s)~xo?5($5&&3pZkWU)lCt*-S-*aenY6qZI0vq!ax'
    'fR2~O;l{)+fOn|Du@L^-K2x90m>%d=xcd>k!4K|Q^D^TtI%b_N<^T(qOD^@Zv2;hwJM`l|B6f;{22O@^+HHkU!)z{(wdakhF'
    '^&f=xynYhVcb;f?8T39j!S$#TO2JF@!=qxkRLtb%>`9GkTEKNzN_{U>0dfAxSiJ?8=PuAq6K&m(m^0|hx>aHCQt;n_8DO8?V'
    'F65Edx=d-RK5!2D->2*fe=UO674=n>7i+XM%;woGZo<ux%JiTgAD=5-=cUEkUmWVF%t;9Iakeor)KODbkhm<!#RT;O?R0y6a'
    'du*)r@N)0rmQ4C3zxv>dS%@aH@21P`&^P&VX4l{I=5RUJjzY;&C9*#S`{pZ!aQfv_F821uC<Gshb1IN2Dp3vOsL<#;l2Cm;B'
    'paVzU|A`b`_N0F(XvSXPav3Mot9vlaC+ea|MtGGNj6leq#gsm=1l)I2!ZeI&Oc;cQrx6sp=^EmrDF(dt(h5e;{7&-nc+VaIi'
    'eqS(Bd_>FaL&#qfpN19?f<$yul=aWPMK*H>o#4i9v;*Vk5*6l7&7VjkVN5=3VgDlPAg??vI(x6!5-?S#wOO*yS_F~9zcwWUE'
    'v>Q)iazI%IX@YMwDdycs?6!La;H0HB9tL_qwPSRwAv<hzX+H-C<Fh=UjYsbzm8fBwBD;Er74CBgInRestv%k6!tH&{&`dNl#'
    'G|Nfr3h`21f}_!$OB6?cTQj3v%wMQV2{03!u1<8<6~H9AfB#~vr}02Z`kEj=GsFw#>Hfyb+|=-3S9?=UWobc9M(X{V3#49J;'
    '#-d-zT+1;D`SV@NM7jRpvzn+<mGEPbLnq?ENOr1+pVZD<+Q<;K<Sp-xwO{9GD%D!tcB`$-hBOue!(T{a%loZhD^&11z8pSN5'
    'XHjv2^N$;#p$_${wtFUK)0n*hn_yUCg#rq@2okdm&D~-kjoQ{NOU($y{4O)KBx*k7a~eNl(|Odh1Klqk`SPe>K+Ec&H=`iy}'
    'KMB@q_d!N$t`)L4ISM?+n8aZzq&YSIM7)s|sy6PKIj#FLZzBn$+72GzY$RM*iAEqJUpDZ)Hjek3S=lZng!dU8wuso<ioNZq6'
    '9Pq=ZncQQYD*c0p>kjwv^f4N|PZKo+YA~d6Mi|b7WnojM-c&^w>6&h;+S0}x0?q(VbujhSNp;;{QdLv1@(Us=)@$of!thuhz'
    'C?6{Wby-n1GBn7<M&w;hKOHTMUq5?z`=+?a1$G9c=pAk^FHDaOb$2$`Ra6w_W~C*?=C@q@aS^vk)dXvs_xqYr2mh02`~?`8d'
    '6b-k%?jvUXkm$hf;BS<w3kUzsMSqAs9jjke8)Z#tjWIF>Sf8zulS{q+#W4NW~(N|+0s5RZ<1Cseow1XAf7Y!a@EuAK(QJBTZ'
    'cKOm$r%>?lCWy`x(hF?sjMUd{!4@#a!+#kMsR*pmFO87dhtk9N0%@+;1;OOB4NPk5yzPE?r<}rX<EYJKA0Y`xxr&1p6o}&dW'
    '+mj*WeOC?Fp}rlGOCc6&V9T0>+nm`>l~?%xZ-a;l9l-*n|;4PT=R&iXu0fu189I(&+cy**eQ{Q0REC&hLdhnz(TgCnNj)y1S'
    'Ax(`*g&3-jv$_K67%jf&U79&*obnBPcoWH_J{%6s>QWsU0wd%lkw^;W3a{|mXBw6v72Fg-=p`9vT<)*^g{WsiPl^y@b*TLGv'
    ';F+2V1i26g6E!Ig#_`trA`;{sZFN<Zh56ZONeM9#*Qdn!B$WixYh{TU@BLnpv5AT_qyLfhZtiKoEki8Yv>Lr&?UsR1in~g*c'
    '~`u9Fjy~1N=i#g%P6w!pGx_y=}ehW*4RH0V5FuMxMP|$BV;!u8_)2I>JNX(<F&x6bAF1)1)s0(m%BXXSgj3uuf%*jP!RZ4Q<'
    '?*BeXue)(Ei;sMR6`#?EQtIw(6XOP(LRd6Qk#9_vEAy&!Z*5!#LjASep7fG|=8wUt3<3pPiAE5E~w*M)T<kd4uwcGxWzJ-Wo'
    '!u)gMk?%3hi#t=Y+%it3M8t`}3<eV|6?-9KGzP3o~A{yC{_lS23|F`r=>n-8u(Z-=cE>0EDp)8IO_yloBfs~X+_LT5ZLjx3c'
    'WFVM8YVV>Egg9>LgR?yG~CAQ<Cg5a;urMU672CGwo?LKO$i18x#nMPY{bCUn~yV#f-={!Y#WhBJOLQ95^ezLc^I`wy?zoWgO'
    'y0R!gCp|STE<F7AK%1x&&+jU$bV(K=qjE-z7Csww0$tU=#|hIZXY)_rlc_5XbFfe7CD#=?T&$HyI#c!UAyJCMp40nhj-RGQ)'
    '1TsM^5)GKx3mG0d;SZuF+?`oru#oA<8Mwm2@iS5?q+|wv|H->kbR@>mx&VF=|FL?m9{Jw(dJN1YOv$SXUgJy^tgu$<L$M%Ns'
    '+#;Hvbv*RUsZ0YH|XMlf8{a)E>~<SX*9_mz$9i9~TiG9JJ8PAk8bEj@g55%D9tl`$F`eVOpwMR*cwN;Xn_zhg{+LuGq3ySIz'
    '2IR$9HTHmQ{HIE`I;7<GHW@789ng%TUa_P^Cb5>ajMb}GFhsvrMe3~Eh&MEiBM&zhsh;o4T}JCV&|hlk7?)xq!Xu$&DPA{!T'
    'g9<53ba{8#FBF;~TceI4O6+9`@&(#({KfSLA>B7TGOGb!sa<H~C`*&oZv!lMQyreKYJvAvR=FgvB0jy@6TvcULL}(#3%Jj_Q'
    '>PC8(8d$Hb8(3Wr{w3>XP4nU@;pcEqxhBrXda4|g&aBBi5u~n;KAJq6O;JA#AKz7ZqHi17hAwU2$@63OVU1XkbnVk62hQ3L)'
    'D2%n7Gq!YFBN>h$FN)#Xnc$Hc(5SIO6w*!!RByndZ5e4=PEZY&=MRjjd#`*Bu50ee20x(O;thqsxUVz9XSE!$^Pcj-1Oj3cS'
    '{ojIwvC~AuclfcVK{T+^@C1OFcFepI;6nHxhmxm2t~WHeM5CttO``p=Iuo(7w{ZBEj0LU9?Gzw^CrvUjAsTN3<Y2+~2|4?2E'
    ';Zki_mSZmo!MVaLC>Qkne8{OA+JyWWvxYvC3eb4>hs&N`QFb(?yj%*RNM>7YOFmxZ=87s19b$iwLa0vecJob0GBN)8Kj`)2l'
    '5SM$D-)Ky^~Hd-<w6zG4zba#70T?H_mnVJwA8UE*&zmHFfwZCET2%8w*OEH7NucF7fMmxHGfscC#kKzs~`ZRsqZdRO9EQWKr'
    ')-P|)RsU2zzGIuzy^hHsD6R3<BeC^>_hs;;fMv%;pJU_cXA^JM9jS9wxBe(>$3Lg+_Ex1Ck2jSin=1IJFHN`8n;q~)O9ENQt'
    'CK_QKI+^7dEg%`O}5n*B!>sO*qXh4q5e=FnC4}nM{;~`3kABTt+A%6xG*O(B_TdC?DwxgA20XkZXCzE`x7pGDJxDdUc2OupP'
    'tMHvcGqDwyF4pKM$MypTiU#{YnU@W5+%T?p|By_jZR~Dh<!db?&FmWrr8d%5c=ua1A?eq;iLI#9ggX-}JuN|6O?0?>1J|4+X'
    'rQKZauXBk69>Z%}M@WcYkimtetL9;{3XboijDBF00Hx4%5vQInq%hREYBqG_pX!aOW=<b)V#yPL~%e@6$pI_m4oOM&T>q?pK'
    'vke~n`FAtY$xst$7qRm9hx9}+6jD4mqeB32z>u)2PvUS+}Jg>jhWJT(kDr>{tJoL*Cp5D9GH?CA89Iz@II4)vVORk$w@T!XQ'
    '=a$isT94X<!Lc`QtpRbaE=85qm6Z$=(c>DQ=fWpFNj937NtT<FJU=|T#)7ffUz+4+_fAVmjE4s2aDKF-DnB{Y-`&dWt&YZh1'
    'sPFc9%xJiQ1dod<|fAbdfFOltBMP9)6)`SqeA}#`}%pgxjEH5G<!fEzB;BZ<-xwTfX1ct*7BXg_V*F2lgcNly{#Usj^%BImh'
    '3Sk&jSiu6a|$|<F8fR%I5Oe)+}K8F?%<U-51kx+jQF!D}bx?$!5TfzuuCYF}ievA=;etc@FnDwi?3C9`fVP*2X%$y?2@Zbg{'
    'iO-rLqlL-7hX70%A$NJ~v_Lb$KXH&Y{B_51QNqC(ujG#=&|bkjNLrrjWq%3@$TIVmPOG$h#H_oth?qdjSwmh{X6T{Nad=QI+'
    'ZOS8dumTXp)%<Ob1f>-Fs#=mdN8oX9Si(&ViWK#4#YfZAgI&Dv#%$v?1#TbC+aQJ2C<EGV_2SbYNkQsG>E^f9yO^bu{X{nt8'
    '!Eod!S<2Z`zjyMSC!=K%-(D*UQy$H<=Erzizfr$+iIWm@2f4|Vn-J>jWNm7Aev|qFFEcGE0p`*E`VxTd?*^vJOY(Cwk`rSi!'
    '$N@RpYATsc6OLSj&Jc)cpRVD;Wbu_P-`V`i5WQBz2+>tXcHQ2K;pB^Cdze?s@Ndn?B>FA_lc6ge#u9sGWCsbB)_<luT|Xcf4'
    'S{QpLKW6<wCnTN4vx2#i$nyV-fm7o7G-Af>?d&PI_Y0d)>K#mfAOYNVg}Nvcf#f^dH_7VI{-ZnC)*Z$$`S;gxncZSC*F$y}-'
    'jnLxziq#Q5yw5VDU~RTdY3PshhXxCHz9{`7QovHM|@leNEUlkmjsY?{=PtSiaK&P3zdS=OB@b~R(&3j^Ba=q#MrZI+~-TQ&3'
    '!&4*NUgbNj}@`rIxHhn~!^iP9Cn)NXvZq7If4cduJ`6*!(SX|vM{-!`Slx(KNv{oN#p(;o?-<axd@<f~!Z*8zTEyU4O@1B$('
    '6Y<H$-@eA;jMxxQd+Yaaw4W%;Nn8}*Vx%F)LqFc$Se%&{?(1x;udXQ0%g#(pjE)Ko4)XW$@Njmv`)*^?vD(x6{N37=P)lk9p'
    '81YDTlLdf{Z1Y|dq*RY9<3^zOEN;(Rfel&8JaUsVy4g;sBl+n{GZZxJBUuYULF3y(`muf^qIB8Mr7vqed2oOTlh`>nw)E8Ke'
    'aDoj%K^RkzqX<DGRqVxO0gH{a<%ULV)f2XG)Ob_(#hVoehPlQ9<r@7RLI|9w^@wyTr%IKuv^;ez?81I5jcS-PPPs4b?O|Ejd'
    '0WA}lD#&&$ir*~!k<*79pa3ng1}98vo}rMbMUc1(qUxhqx$lZS^3MJ7aETjFnR%%8H+AMT80s84BRZE?umy(`UwHW>Hz;&Or'
    'xO^dbgY=H7%&Ks6~|9dzs?kZ%x;jb^FHHRC^(Ja^ev3w*#vfQ5GW1%I>L$Wu~oEPb7X`n85jhzN-Z+@h+vLG?i-}U<!<i^Jx'
    'sp}Vc+36`zcY9a<O-~H=bTroi=p5+N@lg?>LBITedb+vV+kdyV{Q70<LidXK%T(p7I+c%!{&u$wPjBq)%+>|m-*VVj4{Ms5s'
    '4u;K$|XuQ?m*+VaK$(vDK96%=ktB`jWQ=CqGlImtm^L)$3+(6$EEhSi3TFyUB~H9u(;2D)S2w~LYnbpxGdV<=-w43%+<c?<l'
    'j!8_3q0Eu@R$h&LX!E;zPY%tiBlNfq6(>6Xa#3B`3l>J=j>DpBf$P?r5y5EGx{-NK1-~3J?7i<n8U@=Ir?6+c!&dGgDf7YPs'
    'f=iDxYIN>NOO2E6N)KH3~39v2EkLsx~LzBguMo>sDp4Y3iQ`Lw7UHcG^QQ(0b8h<LL#(n6kMH2(dSlPc%?G$YaPuVOTZyt#@'
    '!m}vW$4`U$D%UFpQ_g_=0mzkz4FX{eNYe9^!wXvp>7%x5H!OGw6hQiF~;GgzZA71M`R+hg3&6J6b1P}Xge|>pwVywTjy{Wni'
    'F^{zP*qG4Y!G3;T?ru)@_SWCNnpu1_8LM06$@WMgNwKw!Uwzp8VA_&0MXK>mF^5IzI)&gbin^!eBv%x#5Y!tUd>pu765BC<f'
    '`xIo(pwU4uFiYb5&Q8L@mPwr0^M|;iyHq?XN=7Q0rau_z>liJ#Os}TAvXHAFVUl~^j4?*cK-5G^`;0X8P@jVU`J&^Qh1>24>'
    'RMJnvZVFh+pDoXQCv<#yHwuU!0yC?(1l4s3|Wh%*=uvATkW*(AN{@(81Q`o4Lgo6BA=IFTJE|cue~L0^b?g=N&vqr};Lml6b'
    '1(5y!EMxm9U`Zd!dvPPtWQMi;~6ILf8_GrM(YW@fmnBH7dQi6H(=p}&D7`Fydjz6AMP`LB<+*-r-Z{7h9vC^rWRBOKm75M#s'
    'N8f(su_Og1frhJ``f$(r+VxXZkGd9%A$>x)x-jn-ElGlWIS?MVVvC;OnSO39Y+XH)Tb!ka%R(et#EG{Ab0bbrNu8u!`eEVwo'
    '#mwaWhqq_JYhm$0SKjr$q+6btIpx*#?Ih^p(ac<=WM|$f(OrC=wn#*dIUK37{BikF>Ymu!fc(ahsi}#+hP)^j<NHWd$A5n=M'
    'z-7#ZKHLCV!bWpr_nuO(#?V5NY}SdB)N$XrrS#5e%YDm-j@<#C&SqJH_~2JkP`mO-Ol{ui|3D2WF;>Na5K@65MUnfZ6I~2zo'
    ')&iwz8}sCo?rUHY(zGaG;O3r>l#--FGW%kn~5BcW(`>!ffQsaIqh3jSzk!Y{|)~T_%%z=bK$xnd*A?EP%$YhfwtTb?T{5`7x'
    'a#ncwq#`aXG`^V_Fqr`xL|Z3WS;?;l^IJ%k0=T2qXEf2c6rT1So>Z@IfL)cM^LNnX;!x$d%*V3*IY)NYFMQsN&jkN4LXXU6{'
    'ab+9ot)KgbgloAu-<DjP`!ok?zS)ZSo931FqX{@OzEX+wuNrbu-6zuQg?dIlaZ}-jmtHqa3A3wY^GI$f^VfxsQn@GCc#w6y@'
    'lCCGxN>@pQdb`o*&W;zQ<Ft^zlfTEOJ9xz!%kTdxM{bIlMz<~zG4Nl$E_#`lh4ge~pgP6ZQuh`w$wqH+sJ;GuLE6K=4VeMo4'
    'IkX#A~~4rDNp(1YX0V_;&mPd;^Xz%{+5c|q;OwPTXW-A&mP{Dk-8`ZTP+zr_Tdo}kEyYNo{pyas*>Wo%=D!A=<x7gL4Mwz9!'
    '@Ubzkjo`u=r&9(fFOAf&Q!Z(y0mVQvW=%BnxAoA+c=vQ3rt$#|y2x3vYYGohr8oX^Hnbd>*WO(D~sS)zWGOwd}LrP&52&>tJ'
    'sO?LkXLf{y}Yv9B!7`|C4B5$dzK_JT-vQynEyW`domj`F16&X%t=l*BGDkfLqO54A%pjs68`_yKuKvb@X{5neV%GE!``!`+q'
    'TsmYPv?v@5vTMA%pNkVM^fj&O&ppGBl(iWhOkH$s@2CwvWw%142ZuKV>9DJsn>z`*(&!YaZ^={&6osjz^-<!bfhNg;Wi<?J@'
    'xB9gE<YG=A`1N7m(6NimY3!c-J3BWq+*?<c9`60^y}F_(Bi{C8V}69E`K$Zlyi}(vV~qs~fevPGo+w=xU?4%?{x{lQSC|$X?'
    'Bnpw)bNGIgF7-}mo9KJ(h}oi!cx05KRMCY+uqbrSyq&L9*3bJ0fAm#?k<k@-)*hFnwgn^It&f<^<U^c_jqsUv*Dup<ooz@!p'
    '`FCwq*{jh-m@yyloLp$B6X2v|!77B<<$(Y2tYTfm;tk{<3Mh<_zvpaEmM6SJTqaczjP@N`#vRR+53{{I~%754v|GxM{F9rrI'
    'mhBD`!r>OH)5jhm6^Y<q5`tEMPD_K&yIcT?jRT95ABln@o<Vx}j@$2~sUT$`Vs7)I{%RwHF8BQ*h%1!}3km%A&(;WrzEXcLp'
    'S?+grI>g(y~JPTV0>JaPu?U%l;Ipwa%f_sKZcR~4;Q)FTL*x&Jis+g~eI28s&;UcNLzYeuBj%4i%7U*Q3S^r8Zs_z~c9v>g>'
    '?`p2dPmAz({`yYqu9Ofn>FL^7cUg9%KhUh9A}PX2MF4spYO4jFL%dzTeKvlj{qU}w<P``*dP+hZjDsEI-ZU&Nt<8va<YlF##'
    '6?Ahh6MU~d$~I~+uMG({Avy+{T{~fwZ7iVXV0}Yk_ulJ@Hcu}coY*@oc(!3J=>TW{>$6h;j8g8C0?wNxHp`=Rt#wp<zlInW^'
    'G*WbJhg3+;Vz1$hmLaR@XByHZl45-r%*C+FiNpLaem7M{9rk>IzfCyzR~3Xx)>$%)>;2v9~hb-&_fL4)Sub{%rhG`;p2miEB'
    'dK9Q0Jgxadd7Z$2l-Ai<mJt4oUuGSgEMqND%(3G(y%>4Bu7jg95k&!0^`ynAQ(M*qc2o#)RqwbUY#mhU#azf8j*Vc8~Aq_&;'
    '(M(Ch3!B*=s!AORg^nTt;;`BQMZ~p1_%EX;$#;uEfOc^4)sQJ}DqiSGg^8^#0gp7oQ2p8jcZ+UjKr=dJ2G0fY^>cb0lWhqf!'
    'W@5a(_1VGB+S1I#uwU+uRwhQTG*wmPBw@{BW1u9(!8qC3TAYV#+TRA^s3<DPNl%N9hbasS0PBF-VfWqI+VZp6M-yXX1A{lO^'
    'z?L|X=^-HR~x-15X9c(`N8O0@{)WSPo~0*kK}HuG5^2l=d_Jh+^q(fzc`cmqNu*j-Tb{OZeM+J-5|Jp4v$M#^R2B%Xk>aues'
    'N(*K|y9lLR6@qCjc|leXJ~VU4WgI2y=gBcDS>?JU2Ny$k)Zz;{6-lrw^3m#6<;pSQyF3umSVt(){$uaBpXGLv2}UVNN>aN=#'
    'U2aG<}ByC;-VI~!|@ub)4eyf=RP+CcxMu8yvzmWI08<40^3e6iQ&5}m#|#P&0M=vFLO>NmoVS6K-ZpRi>sd%R?U>q6+VZ`^g'
    '`*M^+`FuP7jCx)=5ZEX4YHX*Bsl*%LBmj=ehCdTiL3|>8d`Uqz8sxU7j6*1<)=KMrodtFIxQcSR)+mElNMtaX4D=SG|1K(h!'
    'B_qZ`KiFGenVlLR=<8^$uc;`_&&^DWPXvn&4Dt2(>EYt!@Z+1crMbDurw_(&4FK~C-RIicPc@#XJ$$I@!m(~nS?6J>rvAaJ7'
    'EdFe!4um7&zC7hszrOr9Lt^5m&E<x{jgNbsao>UE%z22S&O)yQx1jKj=!^;2N(A-Nog3lcrNf?5aQ+GVP&GBBEUsE*j$<(1;'
    'k}}8F7(;J}wC4SK3fGWF#(&aB(nFlH+5a9&E2I&rXgGb#*n@BdcLvdRkIKWCS!NKOb-oXL~zaD=S3MAKw`p7=d%>J%6sLsiF'
    '4d(c=gA?^|U!QWt#@qdD8hVY&0Q1XnAc#p&?f^otSA!AIS9YoycJe(vj5vRZX;eJn+j|53Wdqh^=Vu|p|xSI^o#BBiLIePCj'
    'Cer0)mZEbaF{@-7y^IgqV75Ul8u@M2jZVr|fAKtvwP*+x#mb`qCmxGCpoCpW)ba!iMX?h%~9FT<NC3!hnDT(osQGdWV{5(Bf'
    '5X{zA=4M|2^Sifi^k2Qwef~^aQ$zjnlZUDg?%!3ex$@6dbhF6M*2Ka&y7gGXriIO7;6^0Dmnqd!fgtqv-QuA~npp(TQVwpqH'
    'sHxyrB9Mbyl_fw_=nDT>DE)DFZMpaA`??`@(PMdi;Id2a<gHbj*9r>>+9xZV{Q83wZ4|R>K%C*vCBey?96mz#Q0~(FFY6Lra'
    ';cnN9&OE&Q4EBih;ir{L9Y=b>jeq+1&KghYv>JcCTLQJ=4|DR(}eDR=xk=uClW7b3gtzM|skPuG*@m@gw#pt_?&Q@rSBuIIr'
    'ut?Wb=>9jj;HXr~<A_8nw;_NSj%?n_+9A&24{*VxLTH7puFF~x^EuZ_Q2+c~(ndw6)dd%Czd!nL*d{L$#mOKpuu_mu##sK^B'
    '_HhLN|s7R-KTN{gW(_@g`ZOwJHWf0!kDJk*MG2nH9h;O(#fSzr>e*FTN-$SbCzj~>wtNl##>C-2`v+BKj$||>SD~7+6-A?%|'
    '%Y?qMu(n4k_{chIp3^YxK+bRGs@w1-`vE@7Mw(Y?+mheQFvQJMCn;~4gw!q&im1GG3e9hvSV1FV<Q0*Uy`%a>Q%g_xg}&Y^o'
    'tJPe)gP;>sL0Doi(k1Y#KX-@PfJ0Bi+y&qySY9;H$6JshbW`AqNFfCD;>!}*kzI1cOLG}4)))n+d&}(-!Ogy@vWz;r}az&F%'
    'H$o_wU`mqjE<{Q9*&|L}D+;_K^U^+2+n6Hp>kyhwLe)#{oSwTCs~4zt<8!jhYtzl)ZcPbH)O@hFj?}z5Kg?f}tb&s}J7V{z@'
    '!q8D7{%BcNd7;1#@dO-%fT%nfNNi5oYrUB7ry<N^;T2NMG|IT=0<=Go!i_R7-2)Wq0e53pQYS5{h-mz9y05Fd@)o$*I*8X$8'
    '12G!0S@w#_!jr8BVcnNye0-hf~e*6H@v&wCy+qV?tZhdrR8j5@`$BMP_cjE8-E-|;FQ9#8yx2AtP;ceFj+}kdVxC#!H$5-CR'
    'j}Xh4hPUjn$r=AlZ(G7;mw52T(jz>zsG)cK-}=EZ4gm={H4P&@6Ei&v0|PA`4Fwq)0RcAl+3Df#_S)LNe<;Mg5GS=&6-7lk*'
    '=gsHe+LKn`*?b~IzdUYv9Yi)`wY$Q-P_l1UhBQk(b3k_e5$7Q5b=$>DtB(*R#3XBAahHmc4s2)<1M=Vk><ke^t_VR@m=aG8u'
    'rP<xRM`YM#z;MiZ}W7LppFJjH5d-E^4`D4xe!;8M(&SkL{81i>bc)<lr5dSWwZ_H8eiAxVEvkcXV`ie0Fwva(r^Qzqh@!y1u'
    'kDH#0doJkrzG-rn3;T@57XW@o0R#-YjvEGmAUuzWk%Bkuh5%NLUms5Ywq5;EmEk||HrRaGC|y9+aTTTw~=)-5?%8EGlWV=pb'
    'f)1iWJSIdv@j6Pbp1!pwQ;qpEF8rgotujx^|!t(HY{xp^R=cx95p1T&I)&KA=s2Dj$7xyir(eO*D=onc!`TmYiEhw*SY3~{w'
    '8kwA&o|>MWnVI=JJvlixIx^Vb*WKCH+SpK2T@F1X7i5tfpAZEkhXlcz;^pS*<n+Vd+REDE%NNrRkSIp4U%%GV(|z{*sn%2VM'
    '`{mMLC%OYloaIU<z#P4%ScJy5WOt0-xBZe;+`lM9VIClHJgC6s*yuj#RLZbJ&TCuZI*jxacw6&sy6ZMdrXQ(UKzcc6qoNAI)'
    '&x5PVV6_3fxdu*Z*Mc^fMqLHZeQ5sG_{KzOkvft);E4wY8<Ssi~p97T{JC7Z>E^W@e_OBql_~golO&2K)PYd3m_HApOYJ3Nj'
    'G(ln=&6hEVH}<kr^IQb%0l;e-44RFswPC@RX!-@18IMn+2J#tjLvt0&nm&m`!NraQ|rlVYM{lC!H?CwB;WWOZ!ADyMM;o>)Z'
    'GuTV+6a82*oW0rblA6qkh$|&~O&?zLNc6jlam{Cw%;gOc1$=4q)-T@&I(eWv1>DjqC1^I;q@W?OB&B@CGL8K=qCdJ1@fhqqE'
    '`4#Bv>+R`|Ahv_W3K_r8u*1GLG=e;N2`oR;(o$D@`sk7BLx8NJ3{EEx6DTVyD=jH0B_?@YOl%`u5M#VN((Z$X!i|f3++2Ku*'
    'KXd`{p1jy-7$~DCI8YXwsC>zqN>@i;^7k}ndjer7xt|aa?7Y2JA|ZEbWLxflQRoky``-7+~C9KZ?-OO-hRJ=!~R4@#YD%(#>'
    'L0R#l%NP#fC?Qhlhj)2M7G}^Y;CT0Cu)>_-^~n>g!kY&!(R~B98F}AnWPsKGTL><H^%U4<FrEy?a;Xwu-`S1^HWYax$_~G7^'
    '#!64%AAU%PfynLo(%;bp4Rxvr|*M2OVizoV0KD%vL3Fc~l2e)TOluWOA&NcpW>V*MNzr?ie`U}o#wDXp;l^AC=}Nu|xBiwD>'
    'gEEg_I!D{pTwc*DvmexO<9o;>Cdi(nN`vv;@{|fL62=MWPLgek?;STGRvxA-859@DMmS4@jd^SO%#K;JI`IX*_=Q`TYG@e2N'
    's;MGz0`sSIM?q0u?$%8?NuXImQvAksv8!TNuUx(&7P8w@@cX;LBN-76N@5%g^fPQ+GI}l%*#~-NE@64CGbgklV~6n4{w)$dM'
    'IEbvl=|@<B6hKRI%ZBmiAD7TQ=7;5l+66XH>8#CscGuz8ybK5Y;I{~`~AlcCwoUHCnskIXD53nFbVtbKdir716&J>&!0^{et'
    'K^VP2cF1!Hbu#p2P5IYCVPNd-7QIzUn=dyNEL*TD~Q7Q$|`^Lh8m1aq(+n*F>+0ieA2aaky4RkYsnfE;qu@-on^G4^CLuz|h'
    'RfJuo`2dSL#Pf=@>6y;E3W`#c7{=v{s5z|<;;a(W@z$8Rj$f)Wa<`$m?xG4QFFxrMGs+`O&wNL~B+EB!a`-hVJP`E2&Z!ovK'
    'kg(ZA~5kumcnST28$@r7e$G3(?hTs)1UxFv=XhSj5c=}ikB?~~Td<W$iatbnXGSadVl2SLs#l*#~Ub`lGMO5_SrHdjWM(_MB'
    'b(JnM;U3J5wltLFXJ@2mWapPww+>9M9}zJLN<G%M@{B2LpFJYylTtIb`;}TVuy{tnBX&pot&L|;Qf_VQ$jrtb77-;AyP(K5N'
    'g1Wv4^-8kYU${_dinZ|fsx_6x5jUcjo-e9^7a-szjv<<U+Wt{^uL6y6^fjOHZTme=<&k`h+W*ht)h5a5j^ge>`hrfEG;1cki'
    '|gD!1CqGmo8os5xOWSe3PrcEY8RJwfe1V{7mFT=xB$#2Ybh7n1qy!+?S=5wT&#@LenaHXAjBPudC>Oar={5+qZN~$|5TF=!N'
    'MIuRjU-m2iTKJI7dr)C_DqLYJ;cN#9gbR(bI7$rCO0=bF0Dbaf%*UcPvt`%({V7=;yLT3hp}rn<(HC(u0~J$Ufo9ss^``wmd'
    '706}sS5JQw8vJivmyL$Di=#`6CgfEMThzJP@2?$;owjezO*Gu^0YV-b;<^$!MG7{oq5|T2CcOGfI{9xhY6OmrlI=+HN!g)<W'
    '>)kj1$oz)E<wIg-L1~p|Mi!2K;fV$1t=$v<R(H>Eh$!h;xcCJwi{6lwmcM!D&Yk=BAF6^<)zs9Vs%xmLYd%$1hwi4X_T&kad'
    'ss=JE8kav2vNSH1e&;|a0_BYP8v*E3fw{*I2OBd{VJ$J^y1}<7lkhh2@41d2=EK?T_|c-6lTQVnd@sPN{tTw>Gs_QX8X$*bF'
    '1%;uKvHH(~4@kMwbt8>3FXzXc~NV3r#9*9a}jfVZ0!rsPXcXjYmLKYHn3?=h)1`)*%`W5d|FsJ2#(@@Re&~l9IA=a*7IflvM'
    '8ASH6Gu{{4GEDI$Y=&?)XI-%|!PD4i=<NlsqwCKxhgHCVEwxCAf^ZgE8v{Ngeoz9b}kQBX(_NWO4^kDrg1$HU%K=bpF#1JTL'
    'G%wTtYMM+j>N^)XCN>WC4L1|rc&-mQN5djsau#~d4p@mC8TwZnW-}N(6rVC;Uk6ygBaP|y|PtB`o>>iw&U)?!I$0a7Ep=ajg'
    '<P#7PxpL*2#0^O)S(#h1^0yS=P*MPhU=8p>5&8bsE%}?!D{kJDmIb)L?+r<@8)9POSFc?MyjLz?x_ns#Mo(B60W8Qbz|YUi$'
    'Irvd&BKk>^V{9rP~*0gFb540=E2s|+{DE2z~JEE(AeL(#r6F&JTgYkOA?BY^o%Xt{9-f9T1V&hFvwX1#BV)%W@P%q-8Uj3qo'
    '}H>Yj9$2X?y1s6PJLDiiVMujhmNGK=|S%(JNwC#l<DS2&AN?!4YI+-~)jv3xxutASEFsA$bGwHSz1$uV1?krwWR=Bzj5Yvak'
    'qfLQqIR=)wg--V6MEz%efuFE<xAC&%haSz4r*-Iq5Ss<*_Ex1v#z;^SarpkrWR;S!Qi)3fr5T$5FP^!)9oAD)4+nI%pAQ)^('
    '*9KvFXs#=DoP@RIJlXHq|nz{xirWe<C4o)%f2uLWY=@?kpIk|ZG1%w1efV0cjMXz1ICVmZ}5=QLC4KaX;n8S^$U=UZYUj=Tj'
    'ToHwzyadjMXc!J)Sl|Mm06!4S$IA^Ib8>TWad2>QuwR-VZ?Ddd3;t>M<^2ndhj-+pu3r`w;=jPl&woKg<mwG61?9(Ddd8;To'
    'qa>&v&$QMCzkgxNEx^<N+>;i_Qu50!80&CE+e<Rrlo6OboSrM=I-$+20k7MDHSaZGZQNZ2RAoA-vtCaT<lAtBBEC=i(bA855'
    'OpT_3~v9E-;Hs+a;75gwFLKAjBsC^r8sn;p5@t;o{=v;9}?GWMgM%V`nSxI9wg?sxL{8{_X8-WB&2YD{YO(524S(4BdP1<SA'
    's%+b>`3-26gf((<cX`X&~4(C}&4_^wIcd4iy}^YjUeO35y$tZVHW9G#w9S=%}|M#ID=AS5HFqNZnHWMO6J;N;@t0thhvU;@H'
    'ILLx%KpjHuJR0Mf|3_uEk0F_^eAHX694+xl-mx~7gb8^9hor9f|jg6g^jg6I=jX5No9PeOtdZ4|cBr`TL(8t~0*7D2e50DE+'
    '#_!&L{9<Nh>*VJ1D=aQGzqGz%=<m|bDLw@gkBG$0d+IudpT63=`UgiPr011YHMDgPj!(`ntZwcdoS<Ri;1Uy&QBcy*(lIfzF'
    'tf44mF4E<1}J=d{Gd|g%3t6Y5a1Q$hqK|kfLvT&m^MC`Ha>1{UM>&=Hzy}2=z)WsjRS$p#>~dT!py?V%*@n#{Q@%u&gsVdSb'
    's}xX>NK#RM@Wo=<05+&d#nbo*v%*zkWx?CubsL_K(l5?w#RN&~pm{)ekgZ8Gg33_wf215to)zP+8m5(K|RcHTQ3QZFlG77#$'
    'Of0GEV>l!Ahmih-7aiHVto6=-MU<ly4qLM}O20S|~3(JS)c;p9dBkQ2_09YG6VIaxUXD?1At3mY>l6Dz=FVPIlrWME?Oww1c'
    'X$3lURzPtKwbg;dt7I}YBYJ5UWbW~(ibaYH&VtQsyQAJI2`@rbT()Ixc5d{O6z!gb_yK2w%-<w<6d-{Zg$EIfIl~p%1cMS}V'
    '|D9c2Uf<k3JUl~3$HBoTA_Cx)6tvW|bd2<jj0kq1jGdj8ogL_B<6;A~vU9N^4|W(cIM_H?*#RsIf);)hpfWSDFu~tsU}9uoW'
    'ME*Rr>8%Zyr&=mxT#37PIgz2_rQ0yHq=#>mzES36&4j0mzCAjHnes24Nc7~ZyucCl2Ea52#ZR{-F>L7XJlew>*xij<CC&;OD'
    'k$yTYCnECjZXOFRyKF?H`_iPOx$C2na}s$;c4oRJ648wD7NGU<M2Tg_)I^6?GCU?92d>m6ZiPnOP7Su)ygt!UOqHMgR+EOwT'
    '~iK*vB!Pe(^bbN`yInzFo@C?7imIRVz`-p1<e%s4E2U0t2+aCCHa_xFvCP0cQWsi9*7(JXvIS0r!UdGu88wXvDCt=rGQ;HcQ'
    '-tlW}{nufNno}rP6>A8iawe_8y!-LZk3=C{ce0)4&LJ~4k7*7gnIB01YXy^d}!aV~c6Nm@V4_tc`MC8H1%s|gf&qU8i$AtVG'
    '9UTKerAN-0hK`1ohK9DA{r$^lkCf$Zh$8>hG&un-`tk1e`tssDvakM~nx2`SpI=$o+BpOtCZ?oe;}8@Um%OF?=&6qW+s_uZ4'
    'xZkDf1(nSv+{~6s+wBbdi#gQC#UA;msi(!w)c(>PSMUV!TE9VhzN*Ch)K!F$boc98Y(JUDmrRfdTM&$juu5BBP~KD9Roc)(Z'
    'eO7r=ww@r)H#~qot*#Ly*$YQq#~-Q`1mWQPT{kSbj8oq4`i*{>C*CJ}zcjDiT6$O!T9pz5Si-?X8{N?Sq4(GjuF`A~Grl7H('
    'eQs}j-*_a15hXcKcAJGY;{Az{&pshI`EWz~&M9bJ8cBNKn;W|o#$HaB*6K_<uOXBb$RxHx$D1O&u{#H1u-Bot&66ckkCG!)c'
    'SR5a8yQ~(EoMGg2+@aU-NXsGCE;G$3?P^oATq;ODDQ&Pbb1r<fTiIbK2`!_n8swxW7Vxl6v+$_wrl$3<T1b8^uSU6bNIJo$P'
    'BqWqH^ek-L0>YOiq;9I*Rnyebe`oT=+TO{-=hyG37$_}yrR6Y=t=+wYL*t;4*_FlhwXN;ly~E=p;2Usb!)W5;6B5995`(png'
    'J3Ag$tlSxsmQ4*DXCD1sHotR8o3nkM2UQh9F(XBV1*|NxKtDr<h#UPF1A)C?_cR?KD@7ZQ&L=1SdfQ{orRH}o*Ma!lr+?IbW'
    'BWaTwMIZ7q5y-$pg`9&voCt{bX)w@8Iqe0941PW@Z<bmDe;hw{>?943A9yotax$SX)`&-Z<DfI668;J4HhTj)O&jO#qY=5)u'
    '=V5|WXSkN|d4a&j_&PXP}&1^A$#B&R~o1;K}WkGvoUq?BaHH6kO2gLH%}$j8;u+T7%w{&TG-_f-^RrC~dRq~hl1<l<uE<Yed'
    'O<m0&@Bn&I2q|B|`$`92vbY2<0Gqte#?(F6r@GCSjAu%mGuc)lDuD+!mEPHTtd~z0<hSinL^_{()gTuq))6-K7baX5%EF2tM'
    'TwDSIJR*D|LLy>fB4Scv5>gUUG7>T}5^^$-Jt;ZhB14|YNfC(PKBzx}O9S&vK}=3U0YATb79Q;D<!EnV@!_q$p0?WKd&-Kit'
    '%-?4Pk`D5)d1;jSH;AoWaJfY-&cL2`TWHj*u~Ai**Us<`vrwY#3rO=<mQ)_SJgK*cL3Kzfco$3zlDXBmG$+lovnkt!~K)vvl'
    'Gw>1_l-|jtg4B!$U|X0O-g;LQD+ciAcym_Mm$*I1w_^{|@*D^+`$$e?)@(WB8#|&G_&?0bXv7-z>j;d~2YmqoMxr!QDIZ3Ua'
    'VgpjxD)l(Y;K<U2|a?mbr50&y6=|MbPm*3Q|(D<Ci|EH)tpR9#$FQCrv2+Sb$8KR7-*IW;pkzqq)%y0H%0-ra|RK0P`;J3|M'
    'dU}0im!?3`(;DRL*;1l5!;*-Dwct`LP5tE#s1PSsLt^_eW5tG4ap<WV_!sQ_(iS|v8gAn)r>0)nVWolw<_)71&hQ{MZ5ALem'
    'RYDF$#oM=4lwk>ZqOJ++_iKaqpG?16|8R8v=@k(4Co(EAB{e6vu%xoOwz0Xrv#Wn#cy#RV)YSa!(jwU3`o=cE-a9-vJ~{%Kp'
    'r4^*U|@p80XTvj4;O%gVo<!}6B2?yBBDpsLqtSOKunCf5`@S%gd~LU3V8t^TC6##2{GY8{yy#w4mMVwP2azL^XldEXPO#nYE'
    'M)j!Ey)t{u5aIw6%3#=)ZaU?vvRUn{W0`?w&q@L17Uw@hNFpc?HGg)!=(A9bLWs10$diu=&OLMdY_N8=E`ZJ9`IU-6w}9Xvb'
    '%u69hOA4z7X?hKP*^-hzuqfQLtfhers+6T-OS6XO#QBLYIs0&Itn0Px}yBXf)oXNLdYpdc$VAto~9m!Fr5^AB4qvo9aszcqa'
    'Q>V+<H!|j=tmX<aw)w(ZVym|fh-A9uzUoF4cJGi?0`2GqGkB9}(+1W+KrByX`&CP9{-F<_D!()@6kolRVg_Y&i4aoMb-JN~V'
    'Hh9VL3CQFO4IK>=9SZ{!8BR=GY=8}<<KV%83)t}qkPkv!0FRFk_z?-=5h5ppoDW<N#DqR{mKJ1ZB*jIA1_${3bandi!|JQKs'
    'mTZ9w}!}j8UX#9m#<$N7#O}YHu+#?_7w!};Ns@x>lYFn5fzh|nwFJQPy(W^X=-k7?d|Cs8X6n<JN<X&-~9aI^2+Mk#>Un*ki'
    'ECRe{^tscnV_)_Kk)J9Fzhsj){YT2eE*Qi-5<25XHkGK!ig8+5z~W9(aupufXi_h)}OVPxv`irG>EJ#>IsH3G(;)>E`J8!y5'
    'K<^G}~XeEfjieR==R`2Bm+kDtuHSXx<sw{vp*>F(qID<~{HCN>E`=M@&0R8`kCG_^wu>F*yJ86TaRnx37TUszsT1sB=e*xrG'
    '(**n-jJURrGfV$6+xkLx0pkrZTB9x=z3>O;<VI3P69~&1wK{dz&A5H=v%o45x@(M;67rsosudOUC$b)hULm3<xfV}g?$^QE{'
    '<afblU(8L-KAD-CnVFe?wY0YRZfEE0>gxT|KOiVH6o^hp&C1LxDk`g}sjF{p1APE!@VyD3dhXxC{PObh+S>Z&Cb-`&LiWKSi'
    '2LN|6l8*S0y&R{jv7tCje(7Y$OYjX6AudyMimc%j|;Mg4;<taaB&C_9YIVXS0v&=V@-8&QBHPhQe13U81gGWFL!rGXNMm@zJ'
    '0g)W@%$(Wn}|^zuEn8aCUO{@bvKu2o4F2jEav>P07jurpqg!%eFLkbawUi4Gj;EPfkovqXe?F3c3cecQ$u-cK6PujRgD&zy|'
    'k5Lv#X4LB~Qwjt%QI3@Ac7Hhkh?!lc5q!UG=@55C|blZ%6mkAn;_?p|VZV@*{_QEqm6a$;;$cxX_NpP!GXJM1z}4h{}K9Ddl'
    '@**Q2kIy$>}xcvk@2L}EA6B!W~pO~7FnVVlwT3%UG)7;q7-i7$b@aV|o<RsJ(Nc81})wLBsy}h-)wFjoXcen?rkB&}GASzFg'
    'sXRlB5W$U!jtO=M*$HyN#=yqG1nAI!;2GEl=CMKg$T|G?frArT)!x!jT~$(?pOuxI93LAI@h2oGz~9%~%frLN&DG`n;o<7>)'
    '6>V>FAy+?hDS#wBqXP&=j7!TmsC_Dg9uUH)7v*NJUlirF*!3m2N?qbSzX=$=iA!e*xT9J-#vh^0nh*&5(fqQ6der-o--^oG%'
    'Sq&i3OQZ;2fbH8|$2UFd9G&&!|sudaS#Xo$XBxH5KK>dAXTDcS3YjSm^KHfdK)2K0dylKfOJ@JiWYs`uO<!0_2cCq2W=nF^N'
    'fOu$SdSI|a~njUbPXo}PXL^w`AI-?^!U*@Z>us>`72)$Og#?LAaL?m<Kz9D$Jl-6y9fXrL01$^V3chJ`#Zu+AqGf(Q!>1s*y'
    'V*7*}0$eAEjv{tsSqpi6fMzW+JHzytW{Zw>xSmf{DA-{rt`3Ly>`}_I(1q6a=1pN*P2R+Bc#V4nxX6ED+6qG^FtEq2lYJ<|$'
    'JuomdJPJ%tPa*y>x4N*3%;Ngi=H~YH-q!x^{_YV(BuM1=_y{y|?j_)Y=%?uDXlT%_(6E4XEOfw)i8?^&a1wwUnbmXlao{T8V'
    'BlclH1PCyceXay)s<Hk7v|?=rKcn(fSp7}goXbO0kH(5j*yU0U>T$l8y}yNl%AQ9mseN>>VOz;XlZNj1g4?ujf_tq+s{8hy|'
    'lQpvWB#$4FJ8fv$F@V_Ye1v_Ys9axFga=%_PbN!B4<Y5K94_V<Gd2i6R{XI7dh36j~Q@5~wo(`mvZA277zj+Zr2cD=SKh3Uh'
    'KY(^5evv9Zxn5fKsLq2YhR!a~Et;597l@o|a3b4FHHL0)lDd1XayZ9{WQ8<gr^NSEPJ6zJI*FukRv#kG}Hl&TR6fhMxIdvE}'
    'jeT+!t<QNR_>=gNJDm>7Uc5;TGMtL~oCX6Q{bHrLuQG|gC(sTI86DF3M_TWHYcN@U2tE?<3Da^~y0KQWb6XWCKVxps?BV!_?'
    'Bco%0<d{UDIW;XaGds5clBK+=68Y64%wcD5_u$~*$k^EU^yJLU+}y&yrRBwy)z$U2&5g~?oh@J*xZVT5MudHQd=C5M<m`WJB'
    'Vl=pafX3%6tr{XSnw5L9SuOE@SnR3IyUOdG||{#e{W|;Yg2uFWmS1mNkLvtc4kIuYD!XKQha<uY+OPtP#m9-l$?~7l97>}oe'
    'RNIQd$KrUEd6#JG**%2M~EofKgA)&i<QUSXcu8Sc9ElV{3gEs_M=jk}|+F0vd#kBqZ1fa1C3|DKeAiGC>ma{J{9n5K)vP#G~'
    '|%a1Yc2>04A|!-E6eUG1$+4YeTdl9J-Qg6!<<jP&%BwB(eel*FW@<mBYk<h0bx^vvv>+=7Cl;<ECpiu&4yrj}N4JV?ZWk>N3'
    'r$0Vp@W^wME>D7%5$i?lg-7R2x_h1(RjSM4_>c=Rq5oLpw{O2WS7^mPSh!LV=LN5g5=;$c1prfOP6c7V!6z>>Vet{FC!vp<2'
    'o$am74Ry6um1U*KTWa#Nv$L|&Gcr=sQ!`RB($WBN79?R#VL@SOX*puj4Tz-MySjV&1_mJ!$0sI1(+KEgR4A^4>uqdposS}t='
    'TM*aj}gO0c?f_$Mms`7aHF9D9t{Z{&<Qvp21?_YXP9sbm<Z=cw?$Y-L&O4@(J(_w#{qVKUw3y~OG{&YZB1oGX&K<o10T%I0_'
    'd698ORs-E-$~Jprp90w6Yo@y0Nvny`!tEufK0(aAab15*ftVe{)OoD5lreHW1U>ft_Gy_Z;-$A#9KU`UnAyz&=H?2C+Y&`V<'
    'Wf#W&h1`hNodPb%k}pToz%_zyqEMB>cE*vQa8FR<O#3^Q3<Sp|_(Qe2c@n4epala~t&=jY}X<Q0O~6_=G&R#n#2*Ec|$Ztv{'
    'ug=_)y0H6MgXnKBb0cq7xP}ersHn*WSZSSD`;}9`x<TyqN1aUqv5l}X29#0X}=K&9M36M__&<Jk$3Zsd*IZ%(B0SY%drnJk<'
    '--)r|p}zjEu679b=GwaI>dNwpk}|+pP+0Weukniti;GK3%FDp*s_SZ-8d{s$J7Kl$8yFZI86BO3a6y><x45vhw1T9|+Sc0k<'
    '~Ec)q&MvxAo2ixfLR}&93iqk2E?!d1LhM{)}V~!6az9IfsOP*RAd5Tl&2u$iNHmD0`=jare`K5Mn?MwdwKwNYZEwkeRXw3Ra'
    'tpiNm)s834n)3X$b^jMMZTL2)eGhv8}nis{>rRe{cv=9CmW3c}V$yAYWTrTSZzm^bcgy-2u$!{sHnp3FP?n5Y&OBBcf{XkQ2'
    '23!AAR!Y?QcRrAKZ@z<6RJQb!=eNucZnv(I^U_V2{_=<r})Ur$#@drM1GV|_zSbxl=eMP+$;8IWF4Qc+%7Sy@pH?XIq_0X({'
    ';tpia<-yl*wU<>#=H8VXw3zoOMv<#cT+B*0&V$|Cxc>rdV=^>a8PLW^)$f!(5Io~Pz3CjB*Zje@j=mfB1oMN6EA)*xwgm;v)'
    'Aa)L9_e{*sOixUWj18mM?rLvoYie$+tFNo6t*)#F5d-*2_)=Y6T~k+E-_QhIsjUOaaL7Xx=<%t^zjM=b|H%V1y^e}RMAJJ+L'
    'EYa&ncngKG2(j1C&*2PW29uCAij5UZX%~Bs!vh!Knm3vqHT;bwEv<W?Z5GaNk!qd4xXEzLf-2$G%_#%Y<G6Fx3)Al*EiNR)B'
    'y4tL=#oD)wKY*0Wd>VLedbtqql!(V036=bmA{C4Vs2TT!e60K?ZRPmc=au^LZu$YB&x~4o(kYb38(c`Unv<O4jF?fpHAfMv1'
    'C{D0L&!M*IKsjfP_TobtTde+$zyQ<GqSBZGbYy~us*w$@hQyQ!|Bp%#*-w!W^e4qO9hZfb1-%;0xDeK3c^BSRBo02&7I|Hm}'
    'QV`FU_*#y8n&eLV@;1Jn#4-UbokIn}XAsUJEQxxd)aYTqlB!WtJq<15Pqfnpw$+;CGqyyRSEtdZMo1OYQF*yRZJ=ovV)7=4y'
    ')832%-q6_CP~QlE8=4!N!R%VwI$>$)2BQ0iA;iZfKpryydTs$0uH_|2#Ptox@pE}VChi^V9`2)<h9HOS>jc?kP7tQgt18MuU'
    '^_r88yLqpMf;!soy+9x95l*PF#gLQbePVc%`5Z&W)avEqa(wE{b1bP-5`_p);7pK*aw@MK^Cnrfvv6WV9{Njy<Po%NG}~4nH'
    '-&(K;4)B_itfwab;;`bsfoZNW{(EZ6JCVKp()~1-0q;+&<1x17eix0oD_wh@5Bo*|}vSjRc_>1sM$u^^AFX4jH+Va)yR=ih<'
    'R>v@kzEJ2f*oF+MgtJOnD~=>y$%wsp3)wY9ah!lMlq@Rkmk!LE+3UWDkufuT`Y0bsG6nVS9wg=v0i5qx?b(q#)GaSMn>ZYJy'
    ';BBDM(m8RnZq*foEA$tre7E!qfpw9(@Wcs;8&`~3aNCahp=qTXmsG&qd4JVSE4Q?w-^Ye4FGn3O}6Qf{&gNOz8ba!=kfKocz'
    'fONnMBtsIyANKTj!}S=1wloTohQ(!OZgw8_abS8C)lGqERF1>3zk3Kv7i#T7mUBqNLuAuMExQQpQ&heF4>c;%QH$gW<{8pR&'
    '`}CG*EQPNxeX$(QRh%gxw5pl@NaHr`tQ^@0()o(yrj3cx4WySv$GQ%yc^-T8-frjX-_|rhQq_CXqlLrnwmq&V`%}F#P#Kk^>'
    'g<?EDu#q_YrxZR$N5W02?-4L?CC!sC+?c(;4bOcs>D`XXl2EhU$OkvPRq+;Th>BXy@Wa!&v>awzRykFbC3}Lege@2vjoIH_+'
    '49+uhUC1ML|;z%;r6a$oPjK>yI-$PhyG<Rnr(=3o#((;#VBZD9-e4>Xd9yNFMtiXNawHUT&QGvaxu?dyD#`7h4TOW*%=jgGp'
    'h_FqcE93qtp#r1!aiGK4g_eBZChtCW@+q(LPC1#gI)uorWk1ZWwlQD7$U6J5)4EPfn6Q2-I#Vad*k%#eN{7O$zgp<C5nIiq_'
    '@#JQju^ffFK=0*?+csnwEB8Fe<8SY3(_6B1da3iAjKtBf9*tHd2RU23)m6KvAR~T7M1Yrzy~*~<MInB8!OG0YKu1eWMM*(UM'
    'oL0VjNCybz{f{!RN^A{J#es5n>p&h{O>?IpUfW$={t{~8=BfU`~Hqi$6xb{$*Jj{TsgodrRTVCL)+5c-6t^k_n&-^ix)T<$#'
    'IiUTXOz5_?}oOvuv9zV3ga+$+h3ziq<PllNz%9b5Ui;oF!f*<K98m7g@^HM;ES>u5=bedw>7*TKmx*Imzpnh4^_m+17P0iwN'
    '*>bF#BAG1Al0P*WkG0X5P8BkKPvXcTIU=T5=+{6?lWPTq+oY6g~Wzmtj@`leP7u}ElHSC$MuS^jW#_wr#7Wo4u$#XZBZu1X2'
    'CHDnOH%YM*xdAjZABmdF2<Q1Q3a^7LaU7vF%iMz8uWc{71KR{amV<LN(8*Q>K{kN;7G4lUVkiBu`q97j^JFVc=OF|cTxj5KZ'
    'nEp>xqfir|Zl3<XP>n);Fcgth(>u3Mz$7fA`oh%SFDj$FWpHNg5Q~`Rd9|9J(WkH9>>Q=pi3xErj(4u{=SO>4>i?xy;XLlY_'
    'h2Mck1yO)c-X5_Ggzq2ta(mhz>HNeHuuqKzNI|frqP)s)n;!=oS*#{gJ+Lb<dL_YTmY(Xkc)~40_TW8=;>(wKLmpHe-{V_sc'
    'b>x;KCsxqoCy7XT~-jAqjca9V2t=hgd|Oqw)_lUmAV<@|9KN=x~2$V@ZrCDcH$WH<<j+|Iyx=fYr2iar`}@WD3a~4I-|wgiN'
    'I*4U|-rq-1I!A(2QbAv00NqR3DoLn1>mgi?uA6dFi|lE%|H``ho{`%HDtX*%QceCu&J*L82d{&%hadf#^sOPP|rC9*hj^@PY'
    'D29=R^F4hbGov@7F*6IB0ni-XT!*fII#z=mR%Nx<YF!}naz%6SW7MjeSF-2qCNL3Z3!AmRDMxzOWNsT55v(&8AoTQc*7m@nu'
    'SA7?FOS09fjs8bMqvD@seER;E{5Nc<x|ZSmMN3z?BxIwD&~JsGbA8tC^>Vh-moZbM<i!2^6T4Zrq^pC><4q;%I|e><PEVemv'
    '2M`u{&5T1-P>v~u+k$>r(e~F2a!R38y#)Ujj@ZcuoibbYhx`+NEr1iC<oo-|C>D9a@o4=`%YYpefaWSe#u|$OTCrHOqn^yVv'
    '(KPg?ArN7tc(Sf8_0EZ#KjBkvuu)?voq$eCPD{(Hxe2(D=Y)-NJqPksI2bnN@voPr#_pr<bWq7vD@DBmMpL&9nQqtzBk453R'
    ')s<FHzcxXN0KvMsJfi8)c#?RyL!Ia%LgsjJuSps=X8C#fI4R%umB_EH=<QG2$D#ju3LXUQ*LzIf(u<hE>q!Q`XHeQG}3J?Z>'
    '3aDmF&JJbJMSo*=(v181Vs2q*gt^+gQU9^^b=wm#%CaYVxd|mG2E5~<ka<;RaGYhjlv=*OjYeOyK&=SMkq~(-GPtiBGTfN!;'
    '(5cASgy-qGj-yLzBxMH;SD&J5P@xcW>+Ze#_wU{6Wxv2!OHHNIp1<$nPG<i-WIGB`c;5b=$0RTFk?G#jSu5*8bSjgk?jBnZx'
    '^hC-l899Gu0P+PwzqxVibZCIy0ls>TG{eiY#_Bn^7{TN<EG6vw{!N`u`l?1bX?*q^QhM!f7Ep7F>vUZiPJZyo;n|SH998d^5'
    'A&}S{lRUKLnJf-3pnl7_@A>)V=e4-s~~jA8t}{)@-r-@Fd568D$$5Nk8^8Q6lI3iB+WJCq;!|wr8TRJy~NctVO9w8skQf;98'
    '4PP1K@<#L!10#%mc`*g0?99vBpQIW|GcBj(YYyq{=q>_23rdi?X<hk{Rqo;!d3#|}-k;R<rTQ3Wrr9ozbN>8i<H3j&UQIlcJ'
    'D1-D)gTu)53`g3U7-;dpPk1IOwq$yJx_+euAKN<1i(DoKX+nc058qEtu<)Nr)4<Aa@Vry&<jdcZ^b>}RwcXs#QedP3oQ)hgG'
    'B5ozU#d>33#o@O*dTbBacR1*Huus|WA@Xuvq`-&Amk)cs0*=#qmb`jX9<@fj%arjS_v+>!9vHv0*PB0fi#k2oX*PuV@#z~C('
    '%0wLPVIrVXNuY$tVL8|o$i?JDHBq2u0<|VOB@W@7kVSq-rc)nf`-18)0VxbuEf81|Md^n8(j}AclFrjyDM<-$FP2K-K8aJO;'
    '^U9+q>~ql%rPf-_PStCT!Ck5@1$$$+jkYcEPR*zcWbz<BGyvru6u=ylhIZzwho}IO^-}XlsGmo+fU4i%U@3gS9wVejuyuHNO'
    '@mBt9lxj7!e_NtIDl(=}i2?tk?B^@p#s3(+pqRj$}}zU@j^ch7A;HOHkoNKmTFTt-Bl*y(1Y+DWTV`KySDFZY@anAg3})6L_'
    '@P3anK)$L`5v$b?m!2F>|-u`M;w8Pvuvv;d2i|uWGkJ76$)glVr(pr>|(9VDGCjSr8U16-Ysh#V#eJ3y7d6Je}TuyHP_TU7a'
    'IScGou3qQ<HnXy_qO7#oS}F9vR_BEehfnMCH}&G9cfm_kl`pI1A2C*rp73t#=<iqi`i&`ySUpwtPg>TeK9yN$hw(>OdrY=>G'
    '=|0Ydbh^*(6~Z*S6Cs@Lt%{892@7&0YT?t?!S1OhxSG%V->aOv*%gaEq8LZE+{Pgnx88-|A^lP2Q%%ZljQ!UMH^+EchZosRj'
    '$3dOxe62Im|@zX;AQjj!$-(4<mgx9Q~i<w^ujM?%xJidxpAG3ER6G+SVlq7Sdx&syoOkjh$|6y~=&Z!BdxRJ$m*2^N(A)QgT'
    'XTG<A*VTiHGwo{nw^-ln~_x$WU-Z8-Vp(;j7M*M7gavO%ls_pUvjcxm=aP<ra7^2OeK`^bXu)zf;FrTY!(SDo|dGS*=h%%$7'
    'j^G&Gj{ntj@L&GqjUb^>?anp?!E??&zc>H`!{L?qtUtQ2H(@Wt$jp?)I%zvZvAo1z5XGw{%W{!(Zb;e(H>+&o0+Tq7ny=M0*'
    '(QwN-Y|=w-RLS9))Q6M4n{`MGFjtlMQsX|VV@b;GFxX+x)t)YHd&-KrYnW}XRZ9>oY-PLkAEvHlv~by4uU$vZT)O!%Iivh(4'
    'ocl~kgD3`8M9ADT)BShPF&ob%n{b6dYU6IXm|MjD*AAT4m(U0{;t3F=c0p3j#QUehyK}TmJC(>a^7WHuks9K&jGc$iC3`>v('
    'Q8zTkWB?S2b$_-S!5w+V;?x@Okiv2{VirI;`>ZKX@`C=I#@n9|<WR(H&TifhwaXOjDc}ayBCJ%9ShkbPaVhM=SS{IR53?m4k'
    '-%J1vLRy?I|3?=gwm!6S3W#D910+8UD{?wpTG9rSukrypoDKjgC>>oBy{o}@M}Y!8iRl+l{HbFCcKZ1&w3eD2CE)8(PpAE)J'
    'Gy;1o;wPpG{_a6;8eKvGisHXZz<$f}Uvp+n#xX-<8oz+NE*7N<ZcN=wI8CV%+-YxBT`c>smq0UoLsbfD6to!sN>cno()l2Ce'
    '2Cc;b6V%w+UY8cx9vb&w*vpz)FI%%|$KIf`pU=DRJbv-cv&=8QYun58RZw;C-LMtjN_I5p)^FuOePkr-XQjr4?OvBLdC^$OP'
    'q$~@KVhR-dZgyz+TkV9ed_e;@B5k!BYjcU7~A=0S{!WVtFVPNvB@3Pn<uu1hWg{6i}A1X%G=4QPBvP+X50QVQTLOx3Se*SJx'
    'Ec~!DYi1AOBr@+FzEH>D0dd-v+Pf5Wh7GV>_uyf4yIP@sjg6@&kj9duNiK9#FI#_~G=bDY9i5>I>w_c}dYHVKcWfWptS7-P^'
    'v}!z1Hl^ux3-f7{Cqov6QX)uw=B5wVX_vWsAEJaBoInay&S^_#r5^}Z|t>TCX%Zdw?AXse@z`m}MKiynn;xxHCiI;$)u(zgG'
    'n2$O`Vm3OwAs*t{%xjweb&-A+yhp}c(oF}LbQ8F!utG!{Zvpp7Q3163I?}{or$f;<|G<R6%bKvxqxTonKzoETxO@ECU#um2A'
    'on6<L{3$E@U0VFbWaaSycL&pO-?5#GpM<@w+Bv6B(P!;M54DQ;027s78NtgndzNLK`yyYT_cZ2Ipcm21i4L>)w>sVS+R$O(6'
    '(tS5+#j`4y;a8R&a+$NwdZ*F^@QY1bO%Q6o;+mSRDIJ0whpU2x8!}!&&z%PFM7`wmqmt}>z7FvKMkKS{NO_6^2C9s4jOiPbH'
    'd@W+VAUIjFpkkNzZ?E`IQkLam06{;}Q$BnPcY(DoSh8HCQ&eEwVjUsY&lAl~FqP8#-Rcbg}a$|HEgl+)hl%`tn0B6YY(oC+Q'
    'f@TVRuH^7>6$TI%Z;j`^<kX1eM=eL569jo5k6bLnVG>KnI<_6mj3TdfCndUeEpg3Rx9WSe|_J|;EXF4FffiXIuf=`ipzn1#8'
    '7%)sFqIwm%b?mqiZL|nV~EG=hgx9{i<Z19Nj)AWqzy>pI#@Hp}DqlBvm>@5tYjN14Oe0dVF>vR{ViBj27eIIye)IL67`gmB;'
    '<&6dkl)NYXj$u+C_1lQ9o8Zw6-pm7T@u<T<>T{83=bor*vS{Uc?>#|bS8hLg`F7{r+#hIflpi)uQ+w9ww8*IIu{UqV#&0n*n'
    '69SMcV^PZN8!6-PP%Dz|9U4dJJ6s@X4pDyO(b!zjat{AX$E5klA+Xlx2|1I-!7uIw=W()Pf+3@wR8)lCSB7RGG?-#>7teEw('
    'dH7`r`F_Nf{gQ)5#tKR7Pn`RrU%x6&7(ZGV<UB-6?9S@;%;>-roz`>5?^Aug{N1!G*mR5B?VGE7z`n?zy!y<?B8sE;Q@>Gd='
    'zSl-iC->QiS4shQ9ATGe47wc8l=>9fsjR=RE3dGJJdl+AH?I+;#8ogBA(tzY1wV<9I`4VP6LsUj~ct+y=o)@eWI{jvrF%U^`'
    '{_HZ3nlXPUIg!jL@{+6Spf24X>4yemxmYUcuo{1!yxq^JF&l4EbYW;nEzu2yF+v2}JIJbJmrrjZz;%KLn3Pq)>)_Lv-*n8lR'
    'Z<3;XpB~cSU`0~&@$HUUGDZqjsgW!0Z`YB|Jijs4wQJf5M=iKG^;4EEO~<nul^QNlv31jx0}Y$GY-{!~1T=~C;7rWpw?);`1'
    '4d3av2*h|6dIF2JDoIsWohrUZu7Ps{sASmU8UPotADH4gdg0p+*I$DQr+9AJ#GeO{R(gRFFNz<Tg+Bd)egn4LNof+eo8_Ogh'
    '^`H%rBiB&!c9JQI{LuexCKcM!NrqDMpK&x9owZlc_n_>7-lPOjBzIr?u{zy?#s9*H!=hS=_JU1RSn-yuVWY`x^%~<=GAU`}m'
    '0C2q|jP!KIUWRb)Ll-AU?4+TDmF4Wz#5HxX^-s=R3CnAE>BQa=79ckVwz(_rCBcfZ5L>0~*%-NFUqwGGW}99FG%yJ=ZkT2lP'
    'w<6DLOTV1SYYh-V&|8VQb`m=M!gVfNC`Tu%lhi@=YCKV)Keb&1=_eu0gCaJM?Q_N9bt()-MMv7N{Ekn8v9HFUi;o#=I_rwL_'
    'bh3A9?;&HS=*_jTv0pyrXHITT_WKMQKc96D^L56h%&z-z=a|Q$@!DN-qjoIX{POpmomOhy{$$<@mF)06H7*=&i@4P2ZUC;E;'
    '=CvFYTblWzZg)}4nEI1%iMm=mR(1~u41Q?rGw=qdnt~Zs6E@%!rJG>i<hroy?p+J;=jVmaLUN&5!G3Df;X#lGwf4*cmE1dBJ'
    'ncVX~sabA)ZT@t;|V`I=RQIfz(GZsd=$(!l`{J(sGKUC+p9*bJ^r~@YKZ{@N{y-suHX>s!!E5H1+>^JN|w`!u`9$Os(e3P*>'
    '^m{Yd8R;4MpJ;}y!Dgt!@p#(lcvX*#0gkF>Z0{UnNB-#(8n_F!AYvKmT#%V#1_cII?wlJtQ7D&wZkp1;I-BRrjqic5UerTjJ'
    'a(g*orV<&0p>05?hii){*EoPvF;fx6*2K8|I^d|QB7Q4Nrs<kQSw^-J6F1r`FWRhG}PNGkx%-^g>S3-7gK^J>WQeO(@vD73Z'
    'UwArczQoCW`<|e)mtqrcKBt{d4j3|W{N(47heOVUoevMs4xTdpKgHgi()5#Kj(XbZhq{p7UGcM<7MlM0<eFJZ5=F0Wt(-~y`'
    'toMjp&jmy#0mtHI%+qMvzkQe94@6}Y-#7T!F%`NQx~R@eUH*lC;KT5ztVk^&#wJPjs=G-8u*{epx#|2<UTyUba2xW{a2NeA7'
    'l5en)Tf3<K?a9W4e{SOPH<R`FG}n%fY+QEey8UBcwhZ-lWvcT%yvTNz`8Z&T7awyKf7aGem!()0RNy(@Bd<D_l2u`|aAh?`&'
    'cJ-aR_Ct1Iij;auQ`#rhRHI(@l&bnV>Hn`PtoE}hzsod5j#@PNAf=QlzR_@KK*bX`q&wesm;US~Clq`cx{TyoA&ij2ZIo%zc'
    ')_#HV1PbaY*nB4sU^Chd+ZrtL%!%ywI6dd#N9a$aX=W4Atra-mm!HJC)6V|+aal&=BieyRJ-ReD(Khp1AJQlEdwS(0>19Y*6'
    'x5dCa?4)kpZh#g`BOb!jNtwZ8wM~~`r<1pd)5$J{k-Bpi+OJx(e&c54j#dB4e}4OX|L_4XM~fMw<GO!KJma-!>PGMP7riXTb'
    '+5>Nd^NM6GB@ek>3!boS1!i3Fz8|rZHocXJkM$p=~6LqIyrrgjT3e{dG9%PI;jw(qCVZg%-Vj1^O`K@;-Z4jAK%X@@m&uG@A'
    'yc4Pdc~VPDka}rr2F}QwLDcBHT|V6{o~S9QEJivUH&-v0Fr?c1z=x)C_1+vF4AO4zh}4rWskSbl-8{ROC(Ubh5%JOip>s<eA'
    '3i)=M0WduG0W_cs0Y^O*-$Ss6?kCTH{bX}Iq){r?i|A0BnlSCJ~sxWAavr7Y`l)XBhYZYvg>8>1U@d|mDInh#QwI>t~t^&w6'
    'tw*?+QA040cCi^SJ3Z71moS>yY*L>j)>XT>BpFK@{u*t~AM0=c4&$Ql2;r=U)#>naGo!vNZO!t2|Nikgl$X}9gojdHi(b;~X'
    '$!xmR^UBBbUTP9`LH7ahbaKJ6wO#?l>EuUO{U6wsJGCh~v*&t@xp6!0?%g{#y{4MXoH$}&*Rej2&+l}cqt-8Pb>#L%n*AsRu'
    'Wmm%FZm-Q;ZpE!*vsb|!Q&=O>RIKD*3~?ansiTF;XnH6<Oz5>`C2O<o=!?)SMH|ij=T^Wap}s{tCx*d&X_bxQLbZMd+jiPCl'
    'if<Ui+@^UZ$heq4aISCAZQ4a-Uv5d%y=a7<h;}0pFMp?@!ypw6!fVLzBjOjGa8w#L8jKCf|L>!>-&4>w}$6{=!cu)ipzx9tb'
    '*d`fO-u;TyI8l=^lhRd(%k+Sk!!!XT;autTd2M|Az0lXOjHIkhk)?m|$2C)!}l3};TC1dp3kl==_ii_|3LnWn1q7A?n5CnJr'
    'dXs45P@XDR4ZnXP0|3G*;8T8g&zIWI5b$`hJg1uLoOjMB8>=3fSOiixt%gfv031z?DJ&HQD*Beetn1ilR@smB7L6exI?#nZ&'
    'Np8zRF5gSJ*4Z|laXR@DKb`C|sBn(MYIiSqI=QF!q;Ap@b$`F-WnJ)GHfMrD=c*fZo>rOzN#E1&U(%jgo%iDAxx;=QE=#cn1'
    'ADpZ5T#;s+Qyu>Qj>lxyOEetP{DdSnNw6oMtkF|F=jT)SFhjX<-J`|6CqcXm3;o-`fI}yLk)$_)tTqEFVRwx`kj>+bNWw8@t'
    'b>*uoPF=m>a_egGv3)Y7#tdqMx$2c?&}i5383SzEw;1R?*Odr;`WI&`&43IGWEewzOUDymtM@a?d}%eiY?@NGq~-v6`hesB='
    'xlT)$;{s$KtmdU5mo0xigXX1|ZSlidQs^<Xc*d<egGgdaEI8*`pWO_G|Q|BEc$cc_N08SClfy7emKrs<n5v|YB!d1rlo-pA~'
    'BZ;~gJFEi5~Jy5#3XztQg2BUh`eoeW1F*%|tFZtH_qdPaRL6_A=Gcnggd->7Rc!Ozpve$O0Nde3Mfv){kHFQmF;pyaA;&ig&'
    '{#H4q(V9AjW(ybFe@sk$10NQ96kmVaaPsiJQdLDGEu7|z>qGsP@!;yI`IcyYTnY)?x^AVd#azPmP^njZVBDR+a@^ErsY&0?O'
    '7$ExVxq3;V#kd;_MeEje*aloPQg$c{K_3XowTfc_2ALtM{wLy&7~P?%ChbL6(Z&?rsD@ll)is*E%ZX(ulHzv9M}Q7BE1w<ln'
    'hHIFnT#}r6%?5-dB0Frrtc8RU5nmkA+>m{pe+;yG!nmT6pCSo=zI4_KmuBBR2MW^yQbYCJZ0g4JrHjR)5R9iGw8n<UGF_epF'
    '-krx&-vkM8tzU2ZeqSdX@YQS7IRxgJl>s~bk=q~Yq*^vxEpTEBJIk<%A%+<O}I@L?*t1C#7AKxMSXRGn3qPQfSbE`*<3Gw45'
    'sUQ%^G^V74E%qA&x{G0bO?qcvN^@7xRG(WbjUxju>Sc=%PTB%wab3M)trVUb)ZoHZ_!^qs0cJJgJPka2{$vU(*DvcO7>B-i>'
    'L-5|o6CqzC2g!8?|Gwv@S`MB!NwHJq=ahR_PM*y!$$S(I^8;G7AyJA$m9s1+s<Y|kZCy4Iu`~GFqXl+O>%Dd!2o8JwVe{@2m'
    '*KsWe_(G^7&bcpsHaar;JyO~4=6kK=tQdi^)>6&!{f%26gyWHq&<i}b5JHC`)TYsJU`6QZ5OQ+Pn;!OPjL`$8w?gB9U|{Mhq'
    'ochkJg%p-8*>=-aA=_UAYU+vUggyX{(Q~zrX)oYf9DcqL1m%?`Qm-pwOkdFyqm+up>j<ur%4TZQZIR(5h*rxZys-^%|Z0wxy'
    'TjQ6={%_0um(SNT!X<}8NyPDWz)PNH3=Yp<ddQ)}$rNzW}_S6$0W3qNJPN{p+zp+2~CP0`!L8|Q;Grxv`qf92GEpN-B-tx&6'
    'mdjagy;&^G+Wi=074@TO<tir!QX3(gqM%Jr5{Evi1$3MsJoowHwN<tgnJGs)u)oq<qLP35`X3Eq1v0(og*kv-G+>AKBXTQqZ'
    'M=_y?{5P**%@4`ZOr^+U*Mo6!Bf2Q<sW5t~!Gh)M;TsuaA7VQ&a_nk&ItlNcT(;8j@2qzjZ(b%P+>XA`|7%~V%EHW~TNgt1Z'
    'ta(q6nj2smzUd0TT3E8;9eldbfP-G0O5n{!EiJnb?Ku#cA9~u!`iL8kDZIUn*>iM|CRg5VW*QO=2naCbh|uz`sCrg+cB5I@;'
    'dcuS5fdb>DI*)`yG4ayts2QIM9286ZRG(G(T{wK5)53rPyMrNs_Z=<yF<S3@w+g@!Wa%bY$#<7a6&Q{laP`Wd~#TPR^Zgxk%'
    '<t+?`w3qax3p@|%x#na>$dZbhCv;Cr#htN6<&_wVpn?XYORF`ggLsu#UO_X11{5MG=%v4-o8A)_Yh7%y15db8hwknrfciLc+'
    '~?b?U#z<SEVdnaca%$aN&dHFIN1$63|bfQ#k>8Ce|H!q$%;OC@~azE<KA-~P8D;8VKrRRsTLbtIEx*~5&5shQ*$4{Gu?Z9^I'
    'MR#B~A3RTM=T7XvhKy9#)Y8p+6LRYGnbRkOj~;ZiLMn>0Qy#^l(Eda1(jLZy9SQJqLru@r0PQbCexxm@<p<Ukd0vW8>s(!<`'
    '8Mbd%qKAD%*E^RS!x$<KgD-o{S=3f(U@$oZ_oaNhYue*uy41&Mb6JJ?~)U)N1Qm|zh(aV$JfsX?cTN?O=>eEbp3(*htiP{eA'
    'U!oFVM_Oi_L;2t+CKQW4CJU<{f*EoQfzZ*t-98)IIF}kPhAY3?4dC{@jKw+kJNi1nl(N;k`D#Fz3zF_~`JE{eD{tUnj<f9}n'
    'E_?t&)u9Q_&S`UC4P3R6go{NPI|qT!T!KRK(oO0qY)16#1tBj8v#V+S@+`SpLxUDj>%^xC@B%X5>%v)s4I4{u!wJHF4)(^>7'
    'w%?ly>d^}b!x51MdUw<h6(_+dG-giaf3Wxf;&u}v{Y=T~c`$M|O_SY)6SiH<}_1bmoH>`IXjbyw^jK6;IOi<tsPq#qRo2d8s'
    'ZgO2=Ye`FL*k7Wz5&oexxGAe{Z7ISobG)>Y)NO$3gqaO?VC_2h^sJm^VrgT)e3g^4vs22-7m4>`ube+|c(>1{wZ%oZppAI0U'
    'Abi8JR?1=DHDi$KMc#&x#vgQOOZqZiCutnufhLK(lcA)vUw+C2S#ouxpUN{83v{n*0y#_9UQbs33p?!Mw~geKfv3=b=)54eg'
    '0eAR@qsZp-w$@B4K(plgBriA06A89{@Z#Cp!>6Q)OoB1b1K;@EzFCfAwBg_%$$-`Ic7Ji*}^kh`AhbHso-iub2B87ai354*G'
    '9d=V)(@RU$2^FZeV13nM>xYSj=LoODzfrJ-ejT}}!-j_$x7zs&qp^ebc|yatAM8B??QK`9sED~gWn+qr%7I+x|nz89ePt#ew'
    's$Q)K8EvW}jY!6KjUw`l~KLD8GI$@gLoCS8y?%sQjo{7A1|7mJg{=>6B8C^!-(AY!b<cZ*;hxP{ecx_zk=-}ZJ9)d!z$Dws$'
    'CF1vvWiNuJ$DzOQE<XS``dH6s{vrn#ckf+?Penw>Jx<QZE`m?5wTI_?XqTBjW9G0m2M+AtyW8K#%VV9(O8d3W=YmngUgzXsV'
    '_{-2Q)@Eq)}YO|Fw>*2PZ|A%hxvg~pIklP%5J5r$M#)^PMp7bGvR5j#oZV0zW%Ol-?jH3mH)<RXig26@%8iDv3;AT$GSC+%a'
    ')k=oISSJ*OLxCg?50@yN3p0di3=NfARwWoo#k2T-JH|>^>9{cKL?2_mOkg@Tb?>b?G%wNp;jXjo;rkZrTh-a=EQ`TyAG0f8*'
    '4VJwBV=oR*@{hBLLN(6?GgBG@N2&+`L-1LJcG|ByFtKJ1h{&yKhThCRL3uCr{v!79T?Nme?oc6D`yFOpkkzt}2;8hmh<_olU'
    'uOBbQgdJr00|0@nwmcgC6f$8zKzu?fI!t8Hddzk^lG;~aDT|9T;*T6n~FRzp6)T58QlKv$t+oj7^tXKiZW7t?(m<9Uo_20VD'
    'b(K91J#`}OfI4O?x>ICw>c*zWv-|+S#$BpgAH|WAW|}T`^6)!&8oxuo<ZqpXw2WN;`^$~ZEUj!7!x!IMFR(D1+ojzuAJ6rxS'
    'J+vb&o!8-J#`X&rKB_ft3*`vMoG=QKIKJz0B}2cfZ}kqsrqJ%9o>EQ1&8Bz=$BU1Np$QcOI@Hn%gDsc+|tt0!raVsuF=|1zi'
    'l3FPRneq=0oTy6Y0>Q!D^#vmDog5H<cfxrm6pS9j!iD$H-!d(+2N7L7`V}JxoS-U_bwnNm2<hBgaqH)|+iKXD&7Y!9YLG)_e'
    '2%HLI4wd1bRv_h3Nx@2^IyL}sUMBB@&|H2~+dbPeWNEyW+HLbnA;Dev=&f1%VC77Ea>wRH6KXV0FkKTA*d^HfiFSEuE6))uD'
    '5`np<ECKBbRFlc`m3XOeac4|H)H5%!jCT0tltXSjWz5DRV@aQ{_UZiJ#{`R}_Bc+R+Jnq+8+B0-?W@u}bOxv*5dBxJj3+I~{'
    '&eEAanE_otMr{nUePETyx1>g6;km{3%bnM4_St>-#Q7^X?<c*^%>7z&#J`HvNw&Y@u#w}&Pt=?;6^$wB_G_G0EVZ?^m^a5jZ'
    '^ksu33TXzW~KB-&Qgi|Fg+}G4Rc<z&SR@z;NcVJF5kHOI5{mV&yn)wXEl)S(RYxt>c}x_<0ni+<Jjd@%k6EgEzL}f(CnBxNd'
    'wObSbf*_v<A8jQUl9g9-dow1nfV0^4z6scOE`Vd28;P@}b~YH6kS=H$Y*C>VKoLc>|OB+M|ALIp4&1w%!ahJJ4k`tq)3#r9n'
    'f_quU3^N^Em}05I-f_xfFX4;?>s{?fJE39)y>qT`>Y<-)hlOLmp*E3XI#C5#;P(RvXaa%E;>Y%ohlYbwl+(f<)Xw;+!bG%qW'
    'WmHPdM0fUE(96#N_9KSU#^5(<j%umICs;M11_vj4=Jg5v)m76?&zS%sJIYzVfbhW2Vo~Qwf53cP{=rciM=+La5#|qv0L%qh('
    'VAJz4Y7?jF&0V<E#lv@hNO;WMCn;I^-^;40?K{cH_8BlpK}mU-j<K<^k>TuFGj+74O_`*D3XNt5p2r_8(e!Qv&9Dz1E>D?4D'
    'r1K3>^bH(*p>8SVOMTFK&|gfNm(_eUB|9H<oXVfA1u3mrk)-g6s0|V>f}ii)W=~$quGJlTn`1@r`bdEC#lg`-_gu`fz48<b)'
    'LTP^8fYtC$BR<7W^o$rbtM2mgy<iH-HM?B|RO^)|sq1Q3EpnhY5|fZp|))>H>uZS2o!@tZ-VpajXBnpfeX@?mT?{CM&P#=ih'
    '1yNwQPd?y|Mlq4Q0`W*2FUSHqa0(74N4m;OgfmHy1o-S`U)&W%~?w%)_bXV-yaXCk6*B_zFmoAdeGufNsxqz)ZBUy>O*Vif9'
    'p>S(Bq8#`w7NQ@Z@jW)r4Yv0pSg~>g54$X$zaO&2r-o62Q4+o!(xEgyeG5O8=k6*w4uBfR8?WIl{3{p~29Wip$Xf)uwml3MN'
    'FlHQc%WE{H@dXp3xilZT^-_c2$lbdG_a8cTGVDTB?A=Fbm&wjA{P72+Mpg&)>^)$R;*g=kRELikF=99zScF1i%y6~g`G&}EV'
    '(rnwoNh%Ur^oi~M~?;tpFDd$GCKC|!>6y(-hcd3T>9r<P1H8r`s7jT8=|5zbf}8T5I8ku@F2*HCb3ICp5J&K@(Y?hb#>~QGi'
    'SrXFJ8HJEB+xIwvwG!@cn0*NjKd3diCi)aL`~l9R>wPRi-odHlqy1g~sZTr6ckk8dRLRcro(Q)tDQ1?xE1B8Cf4c7j0Ai`lG'
    'C>o&<+>_UhBG|3Em01cv-T3>k&&ITmI#CNwRj1qcmx-%O3Uc0Km?-Gs+alT$L@=S+T*`u<ZPN=*jsJ9d%j*{e6o-G2ZU{c+^'
    'pa&I?a3C<!kzRJVfIG>?`25?>DI$bj1;ge@CZOpHrF7h({Lw-?dc@-IHC)KH|Ob=PP-hKM?#RE?Fkn7dU{{_KJ2;I;;_zey2'
    's&4i2f+G_S9y=X=<;LAd&r>sVzZCy0ud1U;ppK1V_mu4=C)XQ>oE#*S9XguM+?RcJ@EIDk-@kj;?mhbs1)Vq>apgwbgQu_3v'
    'p#+O{tKn1klIU1ckbG)dk;9qLl*MNLcrS>6b3Uh(}floH0Y!qM6<pq6#5D3B02emCBObw*46`w4pP#cyL6S2!6uDh(H&T#$P'
    '8v8qZvZevxAS&;DKQ%VSO<-?>>0)A_aAkFU3E8Luv#STS~f97dYAj&hdZ~J?sF(NHAtjLbnx~E46IgrO3!jm!o20QR_pY)8F'
    'Uh7kn%I^S82wOa&4cHk^I|$9bR;^?+d{Y?wJ_2Tzp-06BW&`t|EKZr+Jcc$|bnzsvsgr3en0La8YTsa*$2sg5W&K2aqos~^K'
    'iWU<_!B?ot*+qiXU6q~-s-;KK)4`1N_>}5)N=7*2@1;sypl~ur*M+lI>vEfXT&YiEMG8suvBA*$|tU@=P9j%83>mNLZZ+T5j'
    'dY1eu70znP`&#t9^mjR=uBQT$M0+?>r6UTiGZmj=gc}JVGdpI6(ENf1-v&K@_Usvajc#h%TL}H7@LS2xKjr@*H6}JT#762uK'
    '6H?t7%v<ZB!eS2U}h&YZ|e|`l<q07(MWldmXVp2jY1a`e=q%2_7_r<DNt-UuOZ_BoGS%wq&q$us2c;Bm6@~9JcI`Fr`~3yr)'
    'Olq(Lp&M^S=}neTOr6aO!$00<j<G5k5i~2?WNb?9h=}n42MV8==9Q<gE8-WPQNj++R@it)%qVpYn>zs+w9doMHo9^g3Ym*qJ'
    'aAJUVyAk(p)Y!pysr#v<?3$K0HpoZOG_b@E@~gcTGTmAbMTr_QJ(wS%L~I?{}!Go6>AazkeR3XR5$f%*A)d3pKy*o)cWREJ-'
    '`%gW)@G?ZHE1Faz894`nC1E-}EH$rZ`(9MMgl_mvWu_!1kD*pBzz8Mw1zPhq1XiY^`buAg@2sWGvn?KgEVMsBMS!HewbF-nr'
    'iw&<|nVv2xf-i&qUV@K0dgxt(*+^w|E$V*IM=&En!6l^{g`^}KnK?4^LTEIG{>(^EgOUC=^F3;PpYpK@WSEUWYD{br3Cay;r'
    'AV@i4h@i7#oQ8T(4jc%{W}=YMsh#p;bYUFjr@hVU5EP!37_GG4|(a(n3p{=znB47?1WlKc6K&yBcHz%6gH?x_+oJQLTZTJ4#'
    'VouDB80_Zph3-XfSj;Y9XJ{z-$C9Ni@4le-af5=afLPF>Gv<2LaALxFPeB833!X1z*2l@wEW65jZ>O_a7)VotlEZz??+mW{2'
    'L6HClq)a%KR2dlwfK6~cfvf=yY0FYkv#5@^(z*x38{F>Z-=+(V*8GPepE<hz%A|Nafe_wT6lm9j$DV51QzOxVQuj%E|{gBi{'
    '1KBc8Uh(M9C$sag0gPOo*<z|JK;1DE!Fawa_{QK9hpLqPjMy!;TL+F3lfR$PXHGvIC4ZyhsiBHS`gu0jg`STl(KX4QlWX7N|'
    'sd4JY*iDj?Nc>|)JNlIJ^71kw(2sv{W^61Bgodw@uP0{M5ZDZG_UI%Mf05BpdsI>J7Y)e!7b2s~G-x)|jk#MBpskVJ38k!{2'
    'ZoF>6VP<(2H36U25n~sAbvm<idp#&k4g*~7aAMuP>1I=AvP6Z<_5x08IQD@>MAT~z?ja=(9F~guv-QWco+T7*HmLc<0Zym)z'
    'YD9)Xdlj^M69X#4rvj*4ALb0A?`Lp&8Wdu(`4WeuVmZNJx;=iE(BOnl3d#O~XcjFyk~F4%8s(>R6$1YF4p@id}JzT*o%ZWCk'
    '<~H3M6C+?{q{aO{x@W&)Z<&4ev1ZXF#sgo%CBvqH0@783T!0t}2Za${&#Y@u-XSW(X!<OY9Fhvq~r4DNHOaFinFps;~%NG*8'
    'mx$*=QcVt%TM%aSp?rBb84K}=upc_*QnEU4jDy11gr8Y$^Q0|Z3*hI0GL9?e8Aogbu0;C1ZoTvrIU2Vfm(=24p&;sKgG?v=('
    'KoB8wFZjn}Xn}B_xx{m50bu_#MG&4-^PPLa4{R18kD>X^{oI52D!gUpGq+AH{j2a8nxEXsYni_cFOm7lZS|?)7vdo^F=v?%y'
    'IpOzUyLWj{Np}$65)IBo_oe`L=3V2X(ECNo>E79A%eo@A-HQiBDmlg^@MUnkk~u|Z>KC!XdZFDGeHC$JfOb1QSj7l=iU{92q'
    'W4^y)sTH&}|gl=q-W>iMuV=c7GtkiZ%!?Pep_m0K;wtdS@A7O5Iwm$%7DK21}MS|9kj7Lb%ZMJZVuBsv|-U(2BCmog!>z+yz'
    '^Po;gF<(8P}xQNPg>c7lKg(9Oy7*ZM+DXvXptX^6`W{pD;#1cD%@{b*9_<k`X}ruzsJeWPIcy_fpJXJ!Tm&C>dno@n@W<K(7'
    ')V)H$u=!igiFl-wzWeLJLN7AN?0yRJyz#<%0gT(J-P8Nx@W+_IF#)r^;`k*0nXlBm_%r3&YC_jxAzSel2fJO@v=61=d_}39a'
    'cRr%0)64|0`d>rUv48%3h)8J7lo%|Z*rho7x4#A<!Vkb~)(pK7CT`XpPeotRs7731gvqcO?$@|9YkP>uI)pW^S-T?h(ggdkt'
    'Kq3TwVvfntA_sVQSnJ!)z~l9RCp`?KY;#RUke}MsDKZ0kjd~PsfL8#rVl_J`@3rqY8y|?vPZHUh)`H>o<(YDf3B_`zs0u_yZ'
    'N`i211i-;S(qSNa)XX7;mKn{0(Xy@oWL0QrJ^d+j`FTLYqpZ5GpsiDUwo0`(yQFoTHY4{rV4k=%E5W`#@$$O~F2rY7rVW8R0'
    '<P)-%;RCY<ketFNd1DM}swf4m<1l~hB4T($L(x<Z03brpb8gBlt%LgtVlZ9WRVWXs_)D4G;>NvK4kAb3(!FfODLLf6$n(h3M'
    'ot-+)wQ)txnR6ZpLIO)vc+AXz?@l|LgS%u%xUP*#jRaik{ytvfW2>b>})e`)!MF941Vt>84p2GMlG-x8J(afL~q(p5!U23En'
    'le)g1CN+g$wFtltU$#P%k;c$uGA%!_f`rc{fqxJhm%4_EOHH>uGT@igz+*ofXfo3^2wF}9N-g1ixZq@nSVN&p4XQ9`3Yl(u^'
    '?Z{WxCA#&4k}ZZp+gguh=RhOkt&!U)G9)1m@Bx{HGnQP!v6UU9!L!w!WuHOT<>8xHc^T7xZ+g^M8tn)mYUIF_-A`)SY9WyZH'
    '@SUo8j0sctZzO*e~Qdh=><t9afOFSgz1J4B%{gytqoLmq_z#YU68bWV(?M_5rF9>=(Q@Vg*UU3KCRe&`2#!YChT?8XD=Gdt)'
    'uavI=3WMrx=Ku8u507r73Xx{gYdnvb@J#;|-&y^*QSkjX4IQjaN$2~HCk|C!OuK^@?u)S%x_YLjiIo=mGq5^e27EJmP9W4Vo'
    'eW@_eCzDf<c*0P6Y2+e@TlN#c}W>bxMUp14|u$hzi-eF*n+EdvIjWmWPDiX~Pe4&kXLWC|giK&_Mv%_Hj)7e~aq|`I@MmjXn'
    '&_N|eM#g$01@k__tC^&(NBAl=_}OT;OKibt(De-(I&R#c663@LZzMHeI}D7kiVbvTee9C%*tCXDu4CFaV$BAX8h@U<nnahH%'
    'D-lg#oO@|3cJ>bQ!_ROL_;SwyU_b2@QoPS4{@o{brbFBQGQDep3LO(v=M!;3u^G5NQ1|FBen%2A=S9lHFT*d{FWNT&gZxTV`'
    '?+C#G-<>FTi{mU-w~+l2vNHHghZ@>^VIl#nfhMiI2o)7vDD$xlOIXcU(+TQ#eS?yZiZq*Kp{Kb&Ri3M?e!vP3#*fcy8AqEK&'
    'o0H*+ikJ=sE2>OmuDT2j|iBnWm1I=f({2HX7+_FJ&V(8Lm(*f-YI<93JdU6`aM^IvM<et`Y95orWXKQklIw_vCR*3qP<l_FI'
    'DQUm7@w#;;Dx?>ZSNc2W*0Rq1T9GX%uP^rPvbFA&0!g`-zEo0Y<Llf}z`2LVgG;t=W>jfY+n0JRtZ;q6PPny$@Lg)=0A(q&c'
    '7%jll1g<~?Dm9q#jB{^fYBQL9FqYVajnonwu4(~G4aU9W*c%xebWqJ&kraH1O(iy5^%Rm|r3T7hIrT=SHdBMJRwQmCG}i;w5'
    '(1VQ^!~%)NR`ZV?S{&l+_X&%aX3a6xYVE%naaM+G=`@2M%w<Mia156p_ihdqy|U_cKw{f)Env0#PuXve$?R=Nvfj?Txw9+9b'
    'vx(qeIg^k?UFVgGxwDts@CsYEasbjn3?@+|eqL_A6S7_&0$tNeu)eHTXP~!tO-1(Um(|Z={{%kcs6Ih0KteA}FarswUm}8ow'
    '5V(Pjwypl!wAwu@MnFy1sIIH|$I+0D6fhqf7<jJEJ2;L%=Ar=|!_YH-c68CUM;*-bOOdRksENnIy6slho1P7hr&QP6rLEvW%'
    '*;X$|_5U|uBXl;{6stog^<ps^TnOqOum<vv7uxCqCSMC^XrjEjzAEa8qkeUM>U!(@xb~bV4j-fO?nQ8e!lp-c6S&&kL4F|bj'
    'xof<e0rbAYREqT+B;^lu<9#FRl{?UAHv?#9$6Sg?JqH8f(*x<YmszgdA)I<6=GfR0nzl!zk{NHZBMVk)FejeyYj&@mqL7)gn'
    ';@(PwESR{B9$V@Qbc1~GRH2%e9~9f&_@8V7XX58Fj$Pq;`sh1HYa@yA0ez72;TKzC>3((jm%pxGOgGUx^2_~Iy6ESwA4VZjD'
    '0^RQ`tb%k{Tut<DHTmU5|fn;*ch@6`GlZ0bNV;I_CVK)(c!}fJipg8yU9%;CnFq(g#Co4*3E22n{M_*dM7PjiK>v3;ufyXu+'
    '2v+&4D3-bg>5Y-o8zN5?*q8PGx~MKnH*sHd<wQEhal3b0iN;}dPMB!p5#BV{s|D|bu{ov|PR*!qJ8M-hh9Ai;ohZ={gf><sY'
    'L6FuvNP>N{8SaRqxC=t__W~4V##{|tOKluG}Ex2z)n%XxqZ+vS316oM=0l+a=_RP%tMrPIPm~T$zm>>Lpk6EB6($twMGju)k'
    'PMl+Y@LOuI-LI+M$P7(o-X3zw55RY5u(9!dsw{W4u;esLt_v?e09bvDdv9c3Wi#D*A=LZ;U`Zr}TW@3mW&Q>LMR@rEfXN-sT'
    '?Xbc`=aE$D;Gq50HFPh%Nul=?_2;ZUdS=21(6>BsJ-R<{#+JuS)uEx!ju}QeCGI|6N{XzY0TO51oIl$ex)3!S=D6870yX5nE'
    'U{sTNT27;|MrIb4+R=AZXAYG<7ddW0&LP)Pl+n)Ptp)xEH4}G^d@S!14ot@}3C$=E%`6I98&-@&kZkg?fbTp(^|4!le=gmmd'
    'JUAIs%w2n@QxW7QlhQIPK%e?Fb-TiP2za)uUMegF_}#PQ89?3PFz(*p<+8bmGNLfz;R07uUgWKyFM=D?A<@v$RkXaUbFIKG+'
    '_bz?*>&;rd50QP#Yhi0?r7aeHeyPfSago3mHTEIz-hUad!%m^aN&|ux6M!C_jIW}Q=KnRmsR-R$GJGJq4w~00`grr7e;Z=lN'
    'n<2m`q6H0%?lw(LrHU9d(0bY=HHBN=3I!Udr#C^(Ev1D84ODZvQ&YHdQH3-QY)}z5YHnpHL}(!Qn+r7s5lv{&rHbPVYp6{mt'
    '?-~hdul70g$WJnJFsU)n(EWSga(yeI50OsO$EY?-@T}8k-1YN!i5H3mAJj?R79b{`%x{Y7V;!jG+s|^F*Q}_&>(R}OR1?q_z'
    '`D_v<O@H*#YC4S&OKtA^{C9S|iQJMyNnEBGkV5)FL7@8X>EiOO1#OGXRHOk!E3wOmg5SX70_Q7A<A~0z8o>u|<s;03Yw>yrx'
    'yu!po04G*twd0ob&=$v20JV65MVh#|I1kT_B=KZS@Pw(WUD46zqnM#K<%-ZexFv5jscVu-DG4-rFb?MH|hVo!bAg7<5SOiWB'
    'h#1LCO1rbB+G3kgHVvo#h>C59qAyhvgVu-Dh+lqJf3q6!RA!3NF@VRxP5riA^1&A184=8H&Bnlx$zi)^bV)rg-%is@Tg<NUd'
    '29^jXWPc%Ih~1;jv*?9E-Mx$lb8Q43-FPt{UEtJRD|j<TNU+i6AFswA2{JlW@@{OC;6l0z5ku^b)jXY&C7_V1;qi1Y!BE%od'
    '@7j$LXzjyg5d5@hln9|doqHEA2*+<`OMv}9zn#9n~&6d<d&cyi1=~ynYtyT+FKALDuRd~H~*>m!7T`CK42pP3h|`ot>B0NLp'
    '-T@sJB3&dBlwfR%{;Si7==Uair#f-ol{<Z4_KcT8k-l+XNRPHDly_%c)7il)ANAQ%Q(0gC$E4F`)*GJP{|YX>udtMGXiSY#F'
    '-H^P2WUoTv$0X6WYRxe%#|UI7>>!h(y4bTuOM%%=Z9#KA-8KEg!LriqJ~hcJT!vC$f^_+O){L`2c~nEs+G%{IFcQKJS(16YK'
    '^Y7h|_YJwSIH9w9OiHOGPiP^IOvx^`i+|g-y0vatynA;_*;v(RDL{F!g31IcVhN@%#Ttu{HN(`1y>{1*Nk&X_S&6=S%!o<zG'
    ';}Ml=#05r}44dJ8h{$#HhWi2pVbc|vmnPT;y?E|tT8ux9H2wu)`?2Z$YnxBZI9~m4@SjImOb9_ZqqF&!1WU~ZnpsUwQa4Qv_'
    '(;tenw!*s|59_KZXR@Nq~;$r^K<_VN|RGT3aS>lQL}*-6{(x>5YEtS3Q}-VH%;9Tnv?ed0ZQE@bz^9R+s^<2e7C)(sS%{X7e'
    'horYF_k40e2Xl^hOR+1HR5CYI|=Kxb1PJW@COFy|3{GkH2G}+T0t3A$2plOf!0;prr;K$ZhM5LXn#DeX1?!jclYw_zK-5HHY'
    '5F&hG>#byL(Fp<5$0@9rPsPR+fcbCMeHefk|&YBr9|F}DRNH8<*}+6*Ezsku-$-5XmfwE(C&L$gh1flA%9U$bfG>{fXKmAV<'
    '!oO&a|<~tFP)NSmILXx`my-}D_x2-n{OX?=N48q+;ge5gsYBn&UA$4<mBX?*)OWms8*l>|2aH+ZUM!*?b*iyHlHwsZ|&QGs_'
    'CfbZJrEZ$K3CCua{=%nj%CUtabraO=BnQHmnmaY;JVDr8nHS)!bZ*p~+l-K<=0@ENXdy|>?YUjfj?K0dMS~iErp%9pNRZIY='
    'rWw40Rn_0b!&Q~(DS1;y|HCd1EEkihhE@PH@i0iZqS03y1BiPO<D-86kE_6xl1iz=;rpu*5!xbsku6~aPy;uy^;MbO`=527F'
    'sm&gUg#ZxIs7TxfXuDtEEY5?w^Dsb(7R03EdPm+r2CTM4Fm?ClS8XT&bHd5@D4hck1Rq3rA{h?;v7NAqvo3s5wA4D?fxr-5h'
    '9PN!=XkmO=ymzv-?e9lZgk(DI{29lZgk@baS>9i0=85c8ucYNQp=LZ{}!DOBiYcXZIqv53N^=7uR`=w^0w5rb}4Z)`-vd44b'
    'u5H+>MN(*0V&TkbIW$5NmHy0WR?giLQQ#T)4gs4Rkx+!V|X>Jw>^u6xfshbZC1o{$vuGEd8MP$-D7wX0!A~T+zGqngqb9r|y'
    '5MAhI^~NUAM3-8Wpqrf`T)>1dsik?;h-g7Kk6P5An?)^h(9NOd3MQN(RZUWJ7gI=+wVI-C0$L=go1hZf>@}{`q6*FZ9r{2-p'
    '}A25k%i{=f^-pvZY{NtM|`%5TIl0cTT_g}pIzGuY7rQ?+j44A7;fBRYLOTujkF9~M22>^j9OGCq$4fB7M)@AEua=1=;l+45O'
    'Y(5T11n%nbac2+~iOkkz{Uql#eJfH)8-10RN{J6gBdHYQa$>;z^B&Cp99T)QEUeBjQPoh$l57p44Krz7|z%L@copvBYli%j3'
    'n88WB%wk>Eze61$b75yX-j5l?C%b0cDj-KN1GVo5DLZbU4x+ddygEUAUUjff>SkH!dzCAFZr5kwrh5wXNZ5OL&25OL&25OL&'
    '25OL&2#1b1p#E~08#E~08#E~08#E~08#E~1}Gd3cQ)O_Mb5OL&2#1b13P>3frZv{sL7~)CIL%jtG%_D9^uwwHlPlQ2@h$A%*'
    '^cD^^Xrtgl(ppTZ+a|aWsTm{Z#fTcT;TBk-YTY195HX<!j64x1t!Z*2;zbPz7i<~2(DR!1L!77yTxRIz<hhW$3}g9<G{i+jx'
    '*8FBX48Kl;@}~4A7P?r11e%3!VC_?Mr*+0e~qdV5k==?`irhK+w4X}jT#^gU=a?hK}2Mz31)=V{5V!5A{whFX3qx9E`o?~N2'
    'lcpXtW?f8c(REm#NU5kLc+%GXbprhcqfgn&}8%Yo^3t`NS^85fSO=fZ41WdLvBStUDf2sYYBvgvqcO?uUq6M{l?<KoB-v5ot'
    'I==zl1g7<K'
)
# The data of the tables; their use is above.
_TABLE = _doubles(_TABLE_TEXT)
_START = _singles(_START_TEXT)

FUNCTIONS = {
    "sigma": (least_sigma, ("epsilon", "delta")),
    "delta": (least_delta, ("sigma", "epsilon")),
    "epsilon": (least_epsilon, ("sigma", "delta")),
}
HIGHEST = {"epsilon": _INF, "delta": 1.0, "sigma": _INF, "sensitivity": sys.float_info.max}


def number(name, text):
    """Return the number that a text says, in the range of its name."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.0 <= value <= HIGHEST[name]:
        raise ValueError(f"{name} is {text!r}; it must be a number in [0, {HIGHEST[name]:g}]")
    return value


def main(arguments):
    """Return the line to print, for a command and its numbers."""
    command, *texts = arguments or ["no command"]
    if command not in FUNCTIONS:
        raise ValueError(f"{command!r} is not known; allowed are sigma, delta and epsilon")
    function, names = FUNCTIONS[command]
    if len(texts) not in (2, 3):
        raise ValueError(f"{command} needs {' and '.join(names)}, and takes a sensitivity")
    texts = [*texts, "1"][:3]
    return repr(function(*map(number, (*names, "sensitivity"), texts)))


if __name__ == "__main__":
    try:
        print(main(sys.argv[1:]))
    except ValueError as error:
        sys.exit(f"calibrate_gaussian.py: {error}")
