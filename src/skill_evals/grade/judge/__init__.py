"""What a judge is asked, and what its answer is worth: a verdict without evidence that is there is no verdict."""
