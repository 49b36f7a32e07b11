"""The checkouts of the workflow's other tests."""

from tests.paper.pipeline.conftest import another, new_checkout

__all__ = ["another", "new_checkout"]
